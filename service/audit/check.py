"""The whole check of a bundle: its signature, its log, receipts, checkpoints, and every command decided again.
Nothing but bytes, rules and public keys is needed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.bot_check import BotCheck
from kontor.domain.kernel.bundles import LABEL
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.finding import Finding
from kontor.domain.kernel.reexecute import reexecute
from kontor.domain.kernel.verify import Verdict, verify
from kontor.service.audit.checkpoints import logged
from kontor.service.audit.reading import Bundle
from kontor.service.audit.receipts import receipt_flaws
from kontor.service.audit.signatures import Keys, flaw_of
from kontor.service.registry import AnyRuleset

# Told which step is at work, how far it has come and how far it has to go.
Progress: TypeAlias = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found. `decided`: how many versions were decided again; `logged`: the newest version that the
    transparency log is proved to hold; `unchecked`: what was not, and why; `remarks`: what is worth knowing and no
    flaw."""

    game: str
    version: int
    hash: str
    ended: bool
    decided: int
    flaws: tuple[Finding, ...]
    unchecked: tuple[str, ...]
    logged: int | None = None
    remarks: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        return not self.flaws


def check(
    bundle: Bundle,
    rulesets: Mapping[str, AnyRuleset],
    trusted: Keys | None = None,
    receipts: Sequence[JsonObject] = (),
    progress: Progress = lambda step, done, total: None,
    bots: BotCheck | None = None,
) -> Outcome:
    """Check a bundle or a bare log. `trusted`: keys that are known to be the server's, who must have signed it; else
    those of the bundle. `bots`: has bots choose again, where their notes allow it."""
    keys = bundle.keys if trusted is None else trusted
    flaws, unchecked = list(_file_flaws(bundle, trusted)), list(_untold(bundle, trusted))
    total = len(bundle.lines)
    lines: list[JsonObject] = []
    told = _told(bundle.lines, lambda n: progress("reading", n, total))
    verdict = verify(told, keep=lines.append, is_page=not bundle.is_bundle)
    flaws += verdict.findings
    decided, held = 0, None
    if verdict.is_good:
        flaws += _header_flaws(bundle, lines)
        for receipt in receipts:
            flaws += receipt_flaws(receipt, lines, keys)
        proofs = [logged(each, lines, keys) for each in (bundle.header or {}, *receipts)]
        flaws += [each.flaw for each in proofs if each.flaw is not None]
        held = max((each.version for each in proofs if each.version is not None), default=None)
        unchecked += _what_follows(verdict)
        rules, board, why = rules_and_board(bundle, lines, rulesets)
        if rules is not None and board is not None and verdict.whole:
            report = reexecute(
                rules, board, lines[: verdict.whole], lambda n: progress("deciding again", n, total), bots=bots
            )
            decided, why = report.version, report.unchecked
            if report.finding is not None:
                flaws.append(report.finding)
        unchecked += [why] if why is not None else []
    else:
        unchecked.append("receipts, checkpoints and rules: the log itself does not hold")
    about = (verdict.game, verdict.version, verdict.head, verdict.ended)
    remarks = () if bots is None else tuple(bots.remarks())
    return Outcome(*about, decided, tuple(flaws), tuple(unchecked), held, remarks)


# ---------------------------------------------------------------- bundle


def _file_flaws(bundle: Bundle, trusted: Keys | None) -> Iterator[Finding]:
    yield from (Finding("bundle", each) for each in bundle.flaws)
    for line in (bundle.header, bundle.last):
        if line is not None and "damaged" in line:
            message = "the server itself says that the log is not as it was written, from here on"
            yield Finding("bundle", message, cast(int, line["damaged"]))
    if bundle.last is None:
        return
    if bundle.last.get("sha256") != bundle.sha256:
        yield Finding("bundle", f"expected bytes with SHA-256 {bundle.last.get('sha256')}; found {bundle.sha256}")
    if trusted is None and bundle.is_unsigned:
        return
    if (flaw := flaw_of(bundle.last, LABEL, bundle.keys if trusted is None else trusted)) is not None:
        yield Finding("signature", flaw)


def _untold(bundle: Bundle, trusted: Keys | None) -> Iterator[str]:
    if not bundle.is_bundle or (trusted is None and bundle.is_unsigned):
        yield "whose log this is: it is not signed"
    elif trusted is None:
        yield "whose the keys in this bundle are: give those of /.well-known/kontor-keys.json with --keys"


def _what_follows(verdict: Verdict) -> Iterator[str]:
    if verdict.goes_on is not None:
        yield (
            f"versions {verdict.whole + 1} to {verdict.goes_on}, a commit that breaks off at {verdict.version}: "
            "the log goes on; ask for the rest, or for all of it without a limit"
        )


def _header_flaws(bundle: Bundle, lines: Sequence[JsonObject]) -> Iterator[Finding]:
    if bundle.header is None:
        return
    created = _created(lines)
    found = {
        "game": _envelope(lines[0])["game"],
        "ruleset": created["ruleset"],
        "ruleset_version": created["ruleset_version"],
        "version": lines[-1]["version"],
        "hash": lines[-1]["hash"],
    }
    for name, value in found.items():
        if bundle.header.get(name) != value:
            yield Finding("bundle", f"expected {name} {bundle.header.get(name)}, as the header says; found {value}")


# ---------------------------------------------------------------- rules


def rules_and_board(
    bundle: Bundle, lines: Sequence[JsonObject], rulesets: Mapping[str, AnyRuleset]
) -> tuple[AnyRuleset | None, JsonObject | None, str | None]:
    """The rules and the board to decide by; or why there are none."""
    created = _created(lines)
    name, wanted = cast(str, created["ruleset"]), cast(str, created["board"])
    rules = rulesets.get(name)
    if rules is None:
        return None, None, f"the rules: {name} is not among the rulesets here ({', '.join(rulesets)})"
    if bundle.board is not None:
        return rules, bundle.board, None
    shipped = next((board for board in rules.boards().values() if board_hash(board) == wanted), None)
    return rules, shipped, None if shipped is not None else f"the rules: the board {wanted} is not here"


def _created(lines: Sequence[JsonObject]) -> JsonObject:
    return cast(JsonObject, _envelope(lines[0])["data"])


def _envelope(line: JsonObject) -> Mapping[str, Json]:
    return cast(JsonObject, line["envelope"])


def _told(lines: Iterable[bytes], tell: Callable[[int], None]) -> Iterator[bytes]:
    for n, line in enumerate(lines, 1):
        yield line
        tell(n)
