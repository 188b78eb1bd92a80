"""The transparency log: a Merkle tree over the heads of all games, signed once a minute, in formats that others read.

Bytes are those of C2SP (tlog-tiles, tlog-checkpoint, signed-note, tlog-cosignature, tlog-proof) and RFC 6962; what
is our own is what a leaf says (`service.tlog.log`). docs/transparency.md has it all in words.
"""
