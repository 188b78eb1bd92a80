"""Reading a bundle, or a bare log as `/events` gives it, from the bytes of a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import cast

from kontor.domain.kernel.bundles import FORMAT
from kontor.domain.kernel.canonical import Json, JsonObject, NotCanonical, parse, parse_strict
from kontor.service.audit import packing
from kontor.service.audit.signatures import Keys, is_unsigned, keys_of


class NotReadable(Exception):
    """A file that is neither a bundle nor a log, nor a receipt or list of keys; the message says what it should be."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a file holds. Of a bare log: its lines only. `sha256`: of all bytes before the last line."""

    lines: Sequence[bytes]
    header: JsonObject | None = None
    board: JsonObject | None = None
    keys: Keys = field(default_factory=dict)
    last: JsonObject | None = None
    sha256: str = ""
    flaws: tuple[str, ...] = ()
    around: tuple[Sequence[bytes], Sequence[bytes]] = ((), ())  # the lines before and behind those of the log

    @property
    def is_bundle(self) -> bool:
        return self.header is not None or bool(self.flaws)

    @property
    def is_unsigned(self) -> bool:
        return self.last is not None and is_unsigned(self.keys, self.last)


def read_bundle(text: bytes, most: int | None = None) -> Bundle:
    """The parts of a bundle, each told by its place; what cannot be read of it is a flaw. `most`: bytes, unpacked."""
    return bundle_of(unpacked(text, most).removesuffix(b"\n").split(b"\n"))


def bundle_of(lines: Sequence[bytes]) -> Bundle:
    """The same from its lines."""
    header, last = _object(lines[0]), _object(lines[-1])
    if header is not None and "envelope" in header:
        return Bundle(lines)
    if FORMAT not in (_format(header), _format(last)):
        raise NotReadable("It is neither an audit bundle nor a log in NDJSON.")
    return _bundle(lines, header, last if last is not None and "sha256" in last else None)


def _bundle(lines: Sequence[bytes], header: JsonObject | None, last: JsonObject | None) -> Bundle:
    flaws = []
    if _format(header) != FORMAT:
        flaws.append("the first line is no header of a bundle")
    if last is None:
        flaws.append("the last line, with the hash of all before it, is missing: the file is cut off")
    body = list(lines[1:] if last is None else lines[1:-1])
    board = _inner(body.pop(0) if body else b"", "board")
    rest = lines[2:]
    if not isinstance(board, Mapping):
        flaws.append("the second line holds no board")
    keys: Keys = {}
    if body and (body[-1].startswith(b'{"keys":') or last is not None):
        try:
            keys = keys_of(_inner(body.pop(), "keys"))
        except ValueError as error:
            flaws.append(f"the line before the last holds no keys: {error}")
    hashed = sha256(b"".join(line + b"\n" for line in lines[:-1])).hexdigest()
    around = (lines[: len(lines) - len(rest)], rest[len(body) :])
    return Bundle(body, header, cast("JsonObject | None", board), keys, last, hashed, tuple(flaws), around)


def read_receipt(text: bytes) -> JsonObject:
    """A receipt of a version or of a seed, alone or in the answer that it came with."""
    found = _json(text)
    inner = found.get("receipt", found)
    if (
        isinstance(inner, Mapping)
        and {"format", "key", "signature"} <= inner.keys()
        and isinstance(inner.get("game"), str)
    ):
        return inner
    raise NotReadable("It is no receipt, nor an answer with one.")


def read_keys(text: bytes) -> Keys:
    """Keys as `/.well-known/kontor-keys.json` lists them."""
    try:
        return keys_of(_json(text).get("keys"))
    except ValueError as error:
        raise NotReadable(f"It is no list of public keys: {error}.") from None


def unpacked(text: bytes, most: int | None = None) -> bytes:
    try:
        return packing.unpacked(text, most)
    except packing.CannotUnpack as error:
        raise NotReadable(f"It cannot be unpacked: {error}.") from None


def _json(text: bytes) -> JsonObject:
    try:
        found = parse_strict(text.decode())
    except ValueError as error:
        raise NotReadable(f"It cannot be read: {error}.") from None
    if not isinstance(found, Mapping):
        raise NotReadable("It holds no JSON object.")
    return found


def _object(line: bytes) -> JsonObject | None:
    try:
        found = parse(line)
    except NotCanonical:
        return None
    return found if isinstance(found, Mapping) else None


def _format(line: JsonObject | None) -> Json:
    return None if line is None else line.get("format")


def _inner(line: bytes, name: str) -> Json:
    found = _object(line)
    return found[name] if found is not None and found.keys() == {name} else None
