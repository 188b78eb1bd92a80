"""Read and check an audit bundle, or a bare log as `/events` returns it, from the bytes of a file (docs/audit.md)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, cast

from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.bot_check import BotCheck
from kontor.domain.kernel.bundles import FORMAT, LABEL
from kontor.domain.kernel.canonical import Json, JsonObject, NotCanonical, canonical, parse, parse_strict
from kontor.domain.kernel.finding import Finding
from kontor.domain.kernel.verify import Verdict
from kontor.service import files
from kontor.service.audit.checker import History, Outcome, Progress, check, created_event
from kontor.service.audit.signatures import Keys, is_unsigned, keys_of, signature_error, signer_error
from kontor.service.registry import AnyRuleset
from kontor.service.tlog.policy import BadPolicy, Policy

MOST_LINES = 1_000_000  # lines of a game
MOST_BYTES = 256 * 1024 * 1024  # bytes of a game, unpacked


class NotReadable(Exception):
    """A file is not a bundle, log, receipt or list of keys. The message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The parts of a bundle. A bare log has only `lines`. `sha256`: the hash of all bytes before the last line.
    `errors`: the parts that are missing or cannot be read."""

    lines: Sequence[bytes]
    header: JsonObject | None = None
    board: JsonObject | None = None
    keys: Keys = field(default_factory=dict)
    last: JsonObject | None = None
    sha256: str = ""
    errors: tuple[str, ...] = ()
    around: tuple[Sequence[bytes], Sequence[bytes]] = ((), ())  # the lines before and after those of the log

    @property
    def is_bundle(self) -> bool:
        return self.header is not None or bool(self.errors)

    @property
    def is_unsigned(self) -> bool:
        return self.last is not None and is_unsigned(self.keys, self.last)


# ---------------------------------------------------------------- check


def check_bundle(
    bundle: Bundle,
    rulesets: Mapping[str, AnyRuleset],
    trusted: Keys | None = None,
    receipts: Sequence[JsonObject] = (),
    progress: Progress = lambda step, done, total: None,
    bots: BotCheck | None = None,
    policy: Policy | None = None,
) -> Outcome:
    """Check a bundle or a bare log. `trusted`: the known keys of the server, one of which must have signed the bundle.
    Without them the keys in the bundle are used. With a `policy`, witnesses must have cosigned a checkpoint that
    contains the game."""
    return check(BundleHistory(bundle, trusted), rulesets, receipts, progress, bots, policy)


class BundleHistory(History):
    """A bundle as the checker reads it."""

    seed = None
    derived = ""

    def __init__(self, bundle: Bundle, trusted: Keys | None = None) -> None:
        self._bundle = bundle
        self._trusted = trusted
        self._lines: list[JsonObject] = []
        self.keys = bundle.keys if trusted is None else trusted
        needs_signer = bundle.last is not None and not (trusted is None and bundle.is_unsigned)
        self._signer_error = signer_error(bundle.last or {}, bundle.keys, self.keys) if needs_signer else None
        # if the signer is unknown, the signer of the checkpoint is unknown too: report this only once
        self.header = {} if bundle.header is None or self._signer_error else bundle.header
        self.board = bundle.board
        self.is_page = not bundle.is_bundle

    def __len__(self) -> int:
        return len(self._bundle.lines)

    def texts(self) -> Sequence[bytes]:
        return self._bundle.lines

    def accept(self, line: JsonObject) -> None:
        self._lines.append(line)

    def lines(self) -> Sequence[JsonObject]:
        return self._lines

    def unchecked(self) -> Iterator[str]:
        if self.is_page or (self._trusted is None and self._bundle.is_unsigned):
            yield "the origin of this log: it is not signed"
        elif self._trusted is None:
            known = "pass the server's keys, from /.well-known/kontor-keys.json, with --keys"
            yield f"the owner of the keys in this bundle: {known}"
        elif self._signer_error is not None:
            yield "the checkpoint: the signer of this bundle is unknown"

    def findings(self, verdict: Verdict) -> Iterator[Finding]:
        yield from self._file_findings()
        yield from verdict.findings
        if verdict.is_good and self._bundle.header is not None:
            yield from self._header_findings(self._bundle.header, verdict)
        if verdict.is_good and self.board is not None:
            wanted, given = created_event(self._lines)["board"], board_hash(self.board)
            if given != wanted:
                yield Finding("bundle", f"expected board {wanted}, as the first event says; found {given}")

    def derived_findings(self) -> Iterator[Finding]:
        return iter(())

    def _file_findings(self) -> Iterator[Finding]:
        bundle = self._bundle
        yield from (Finding("bundle", each) for each in bundle.errors)
        for line in (bundle.header, bundle.last):
            if line is not None and "damaged" in line:
                message = "the server reports that the log is damaged from this version on"
                yield Finding("bundle", message, cast(int, line["damaged"]))
        if bundle.last is None:
            return
        if bundle.last.get("sha256") != bundle.sha256:
            yield Finding("bundle", f"expected bytes with SHA-256 {bundle.last.get('sha256')}; found {bundle.sha256}")
        if self._trusted is None and bundle.is_unsigned:
            return
        if self._signer_error is not None:
            yield Finding("signer", self._signer_error)
        elif (error := signature_error(bundle.last, LABEL, self.keys, self.header.get("made_at"))) is not None:
            yield Finding("signature", error)

    def _header_findings(self, header: JsonObject, verdict: Verdict) -> Iterator[Finding]:
        created = created_event(self._lines)
        of_log: JsonObject = {
            "game": verdict.game,
            "ruleset": created["ruleset"],
            "ruleset_version": created["ruleset_version"],
            "version": verdict.version,
            "hash": verdict.head,
        }
        for name, value in of_log.items():
            if header.get(name) != value:
                yield Finding("bundle", f"expected {name} {header.get(name)}, as the header says; found {value}")


# ---------------------------------------------------------------- read


def read_bundle(text: bytes, most: int | None = None) -> Bundle:
    """Return the parts of a bundle. Raise `NotReadable` if the text is not a bundle or is too large."""
    try:
        content = b"".join(files.unpack(text, MOST_BYTES if most is None else most))
    except files.CannotUnpack as error:
        raise NotReadable(f"The file cannot be unpacked: {error}.") from None
    require_size(content.count(b"\n"), len(content))  # even a short line takes memory
    return bundle_of(content.removesuffix(b"\n").split(b"\n"))


def require_size(lines: int, size: int) -> None:
    """Raise `NotReadable` if a game has too many lines or bytes. A few compressed bytes may unpack to more than fits in
    memory."""
    if lines > MOST_LINES:
        raise NotReadable(f"The file has a game of more than {MOST_LINES} lines.")
    if size > MOST_BYTES:
        raise NotReadable(f"The file has a game of more than {MOST_BYTES // 1024 // 1024} MiB.")


def bundle_of(lines: Sequence[bytes]) -> Bundle:
    """Return the parts of a bundle from its lines. The position of a line says which part it is."""
    if b"" in lines:
        raise NotReadable("The file has an empty line.")
    header, last = object_of(lines[0]), object_of(lines[-1])
    if header is not None and "envelope" in header:
        return Bundle(lines)
    if FORMAT not in (_format(header), _format(last)):
        raise NotReadable("The file is neither an audit bundle nor a log in NDJSON.")
    return _bundle(lines, header, last if last is not None and "sha256" in last else None)


def _bundle(lines: Sequence[bytes], header: JsonObject | None, last: JsonObject | None) -> Bundle:
    errors = []
    if _format(header) != FORMAT:
        errors.append("the first line is not the header of a bundle")
    if last is None:
        errors.append("the last line, with the hash of all lines before it, is missing: the file is cut off")
    body = list(lines[1:] if last is None else lines[1:-1])
    given = _inner(body.pop(0) if body else b"", "board")
    rest = lines[2:]
    board = given if isinstance(given, Mapping) else None
    if board is None:
        errors.append("the second line has no board")
    keys: Keys = {}
    if body and (body[-1].startswith(b'{"keys":') or last is not None):
        try:
            keys = keys_of(_inner(body.pop(), "keys"))
        except ValueError as error:
            errors.append(f"the line before the last has no keys: {error}")
    hashed = sha256(b"".join(line + b"\n" for line in lines[:-1])).hexdigest()
    around = (lines[: len(lines) - len(rest)], rest[len(body) :])
    return Bundle(body, header, board, keys, last, hashed, tuple(errors), around)


def read_receipt(text: bytes) -> JsonObject:
    """Return a receipt for a version or a seed. The text is the receipt itself, or the answer that contained the
    receipt."""
    answer = _json(text)
    receipt = answer.get("receipt", answer)
    if (
        isinstance(receipt, Mapping)
        and {"format", "key", "signature"} <= receipt.keys()
        and isinstance(receipt.get("game"), str)
    ):
        try:
            canonical(receipt)  # other values cannot have been signed
        except NotCanonical as error:
            raise NotReadable(f"The receipt cannot be read: {error}.") from None
        return receipt
    raise NotReadable("The file is neither a receipt nor an answer with a receipt.")


def read_keys(text: bytes) -> Keys:
    """Return the keys in a list in the format of `/.well-known/kontor-keys.json`. Raise `NotReadable` if the text is no
    such list."""
    try:
        return keys_of(_json(text).get("keys"))
    except ValueError as error:
        raise NotReadable(f"The file is not a list of public keys: {error}.") from None


def read_policy(text: bytes) -> Policy:
    """Return the policy about witnesses in a text. Raise `NotReadable` if the text is not a policy."""
    try:
        return Policy.read(text)
    except BadPolicy as error:
        raise NotReadable(str(error)) from None


def seed_of(lines: Sequence[JsonObject]) -> bytes:
    """Return the seed that the last event of an ended game publishes."""
    data = cast("dict[str, Any]", cast("dict[str, Any]", lines[-1]["envelope"])["data"])
    return bytes.fromhex(data["seed"])


def _json(text: bytes) -> JsonObject:
    try:
        value = parse_strict(text.decode())
    except ValueError as error:
        raise NotReadable(f"The file cannot be read: {error}.") from None
    if not isinstance(value, Mapping):
        raise NotReadable("The file is not a JSON object.")
    return value


def object_of(line: bytes) -> JsonObject | None:
    """Return the JSON object in a line, or None if the line is not a canonical JSON object."""
    try:
        value = parse(line)
    except NotCanonical:
        return None
    return value if isinstance(value, Mapping) else None


def _format(line: JsonObject | None) -> Json:
    return None if line is None else line.get("format")


def _inner(line: bytes, name: str) -> Json:
    value = object_of(line)
    return value[name] if value is not None and value.keys() == {name} else None
