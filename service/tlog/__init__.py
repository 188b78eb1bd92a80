"""The transparency log: a Merkle tree over the heads of all games, signed once a minute, in standard formats.

The formats are those of C2SP (tlog-tiles, tlog-checkpoint, signed-note, tlog-cosignature, tlog-proof) and RFC 6962.
Only the content of a leaf is specific to Kontor (`service.tlog.leaf`). docs/transparency.md explains everything.
"""
