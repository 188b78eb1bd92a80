"""Send checkpoints to witnesses and store their cosignatures (C2SP tlog-witness)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import httpx

from kontor.service.settings import BadSetting
from kontor.service.store import tlog
from kontor.service.store.pool import Pool, connection
from kontor.service.store.tlog import Signed
from kontor.service.tlog import tree
from kontor.service.tlog.notes import COSIGNATURE, NUMBER, BadNote, Note, Signature, VerifierKey, base64_of
from kontor.service.tlog.stored_tree import HashesMissing, nodes_of

SECONDS = 10.0  # a witness may be silent for this time
MOST_BYTES = 16 * 1024  # bytes of an answer
SIZE_TYPE = "text/x.tlog.size"


class NotCosigned(Exception):
    """A witness has not cosigned a checkpoint. The message says why."""


class ForkReported(NotCosigned):
    """A witness refuses to cosign, because the log does not continue the tree that the witness has seen."""


@dataclass(frozen=True, slots=True)
class ListedWitness:
    """A witness from the settings. A witness without a `url` fetches checkpoints itself, and sends its cosignatures."""

    key: VerifierKey
    url: str

    @property
    def id(self) -> str:
        """The name of the witness in the database."""
        return f"{self.key.name}+{self.key.id.hex()}"


def read_listed(listed: Sequence[str]) -> Sequence[ListedWitness]:
    """Read KONTOR_WITNESSES: a list of verifier keys. A space and the submission prefix of the witness may follow each
    key."""
    found = []
    for text in listed:
        key, _, url = text.partition(" ")
        try:
            found.append(ListedWitness(VerifierKey.read(key), url.strip().rstrip("/")))
        except BadNote as error:
            raise BadSetting(f"KONTOR_WITNESSES: {error}.") from None
        if found[-1].key.kind != COSIGNATURE:
            raise BadSetting(
                f"KONTOR_WITNESSES: {found[-1].key.name} is not a witness key: "
                "a witness key has the letter B after its second plus sign."
            )
        if url and not url.strip().startswith(("http://", "https://")):
            raise BadSetting(f"KONTOR_WITNESSES: the address of {found[-1].key.name} must begin with https://.")
    return found


def cosign_newest(pool: Pool, witness: ListedWitness, client: httpx.Client) -> int | None:
    """Ask a witness to cosign the newest checkpoint, and store the cosignature. Return the size of that checkpoint, or
    None if there is nothing to do. Raise `NotCosigned` if the witness does not cosign. No transaction is open while the
    witness works."""
    with connection(pool) as conn:
        newest, old = tlog.newest(conn), tlog.newest_cosigned(conn, witness.id)
    if newest is None or newest.size == old:
        return None
    lines = _ask(client, witness, newest, old, lambda size: _consistency(pool, size, newest.size))
    with connection(pool) as conn:
        for each in lines:
            tlog.add_cosignature(conn, newest.size, witness.id, str(each))
    return newest.size


def _consistency(pool: Pool, old: int, new: int) -> Sequence[bytes]:
    if not 0 < old < new:
        return ()
    try:
        with connection(pool) as conn:
            return tree.consistency(nodes_of(conn, new), old, new)
    except HashesMissing as error:
        raise NotCosigned(f"The server cannot make a consistency proof for the witness: {error}.") from None


def _ask(
    client: httpx.Client, witness: ListedWitness, newest: Signed, old: int, proof: Callable[[int], Sequence[bytes]]
) -> Sequence[Signature]:
    """Return the cosignatures of a witness. If the witness knows another size than `old`, ask it once more with a proof
    from that size."""
    answer = _post(client, witness, newest.note, old, proof(old))
    seen = _size_of(answer)
    if seen is not None and seen != old and seen <= newest.size:
        old = seen
        answer = _post(client, witness, newest.note, old, proof(old))
        seen = _size_of(answer)
    if answer.status_code == httpx.codes.OK:
        return _cosignatures(witness, newest.note, answer.text)
    if seen is not None and seen > newest.size:
        raise NotCosigned(
            f"The witness has cosigned a tree of {seen} leaves, but the newest checkpoint here has {newest.size}."
        )
    if answer.status_code == httpx.codes.UNPROCESSABLE_ENTITY or seen == old == newest.size:
        raise ForkReported(
            f"The checkpoint of {newest.size} leaves does not continue the {old} leaves that the witness has cosigned."
        )
    if answer.status_code in (httpx.codes.NOT_FOUND, httpx.codes.FORBIDDEN):
        raise NotCosigned(f"The witness does not know this log or the key of this log (status {answer.status_code}).")
    raise NotCosigned(f"The witness answered with status {answer.status_code}.")


def _post(client: httpx.Client, witness: ListedWitness, note: str, old: int, proof: Sequence[bytes]) -> httpx.Response:
    body = "\n".join([f"old {old}", *map(base64_of, proof)]) + "\n\n" + note
    try:
        with client.stream("POST", f"{witness.url}/add-checkpoint", content=body.encode(), timeout=SECONDS) as answer:
            read = b""
            for piece in answer.iter_bytes():
                read += piece
                if len(read) > MOST_BYTES:
                    raise NotCosigned(f"The answer of the witness has more than {MOST_BYTES // 1024} KiB.")
            return httpx.Response(answer.status_code, headers=_type_of(answer), content=read)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise NotCosigned(f"The witness cannot be reached: {str(error) or type(error).__name__}.") from None


def _type_of(answer: httpx.Response) -> dict[str, str]:
    return {"Content-Type": answer.headers.get("Content-Type", "")}


def _size_of(answer: httpx.Response) -> int | None:
    """Return the tree size that a witness states when it answers with a conflict, or None."""
    is_size = answer.headers.get("Content-Type", "").partition(";")[0].strip() == SIZE_TYPE
    found = NUMBER(answer.text.removesuffix("\n")) if is_size and answer.status_code == httpx.codes.CONFLICT else None
    return None if found is None else int(found[0])


def _cosignatures(witness: ListedWitness, note: str, lines: str) -> Sequence[Signature]:
    """Return the valid cosignatures in an answer of a witness. Ignore cosignatures by other keys. Raise `NotCosigned`
    if there is none."""
    try:
        found = Note.read(note + lines).signatures_by([witness.key])
    except BadNote as error:
        raise NotCosigned(f"The answer of the witness is invalid: {error}.") from None
    if not found:
        raise NotCosigned(f"The answer of the witness has no cosignature by the key {witness.key.id.hex()}.")
    return found
