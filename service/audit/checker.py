"""The checker: every check of one game, in order. A bundle (bundle.py) and a stored game (stored_game.py) give it the
same input.

1. The log itself: chain, seals, dice (`domain.kernel.verify`), and what its source stores around it.
2. Receipts and checkpoints that somebody kept.
3. The rules: every command is decided again (`domain.kernel.reexecute`).
4. What the source has derived from the log.

Steps 2 to 4 need a log that holds. A check that was not made is always reported, with the reason.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, cast

from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.bot_check import BotCheck
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.finding import Finding
from kontor.domain.kernel.reexecute import reexecute
from kontor.domain.kernel.verify import Verdict, verify
from kontor.service.audit.signatures import Keys, check_checkpoint, receipt_findings
from kontor.service.registry import AnyRuleset

# Called with the step at work, how far it has come and how far it has to go.
Progress: TypeAlias = Callable[[str, int, int], None]

OF_THE_LOG = {"log", "head", "events", "sealed", "commits", "seed", "board"}  # checks without which no other is made


class History(Protocol):
    """One game as its source holds it."""

    keys: Keys  # public keys of the server
    header: JsonObject  # may carry a checkpoint and its proof
    board: JsonObject | None
    seed: bytes | None  # None: as the log publishes it at its end
    is_page: bool  # the log may break off within a commit
    derived: str  # what `derived_findings` compares; empty if nothing

    def __len__(self) -> int: ...

    def texts(self) -> Iterable[bytes]:
        """Return the lines of the log as they are stored."""

    def accept(self, line: JsonObject) -> None:
        """Take a line that the verifier accepted."""

    def lines(self) -> Sequence[JsonObject]:
        """Return all accepted lines again."""

    def unchecked(self) -> Iterator[str]:
        """Yield what cannot be checked in this source."""

    def findings(self, verdict: Verdict) -> Iterator[Finding]:
        """Yield what is wrong with the log and with what is stored around it."""

    def derived_findings(self) -> Iterator[Finding]:
        """Yield where the source does not show what follows from the log."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of all checks. `decided`: how many versions were decided again; `logged`: the newest version that the
    transparency log is proved to hold; `unchecked`: what was not checked, and why; `remarks`: no findings, but worth
    knowing."""

    game: str
    version: int
    hash: str
    ended: bool
    decided: int
    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...]
    logged: int | None = None
    remarks: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        return not self.findings

    def report(self, seconds: float) -> dict[str, Any]:
        """Return it as `kontor audit verify --json` prints it and `GET /v1/jobs/{id}` answers. Findings are `flaws`."""
        flaws = [{"check": each.check, "version": each.version, "message": each.message} for each in self.findings]
        return {
            "good": self.is_good,
            "game": self.game,
            "version": self.version,
            "hash": self.hash,
            "ended": self.ended,
            "decided_again": self.decided,
            "logged": self.logged,
            "flaws": flaws,
            "unchecked": list(self.unchecked),
            "remarks": list(self.remarks),
            "seconds": round(seconds, 3),
        }


def check(
    history: History,
    rulesets: Mapping[str, AnyRuleset],
    receipts: Sequence[JsonObject] = (),
    progress: Progress = lambda step, done, total: None,
    bots: BotCheck | None = None,
) -> Outcome:
    """Make every check. `receipts`: what somebody kept of this game. `bots`: lets bots choose again, where their notes
    allow it."""
    total = len(history)
    texts = _counted(history.texts(), lambda n: progress("reading", n, total))
    verdict = verify(texts, keep=history.accept, is_page=history.is_page)
    findings, unchecked = list(history.findings(verdict)), list(history.unchecked())
    decided, logged = 0, None
    if any(each.check in OF_THE_LOG for each in findings):
        later = f"rules and {history.derived}" if history.derived else "receipts, checkpoints and rules"
        unchecked.append(f"{later}: the log itself does not hold")
    else:
        lines = history.lines()
        logged = _check_what_was_kept(history, lines, receipts, findings)
        unchecked += _incomplete_commit(verdict)
        rules, board, missing = rules_and_board(history, lines, rulesets)
        unchecked += [] if missing is None else [missing]
        if rules is not None and board is not None and verdict.whole:
            known = lines if verdict.whole == len(lines) else lines[: verdict.whole]
            report = reexecute(rules, board, known, lambda n: progress("deciding again", n, total), history.seed, bots)
            decided = report.version
            unchecked += [] if report.unchecked is None else [report.unchecked]
            if report.finding is None:
                findings += history.derived_findings()
            else:
                findings.append(report.finding)
                unchecked += [f"{history.derived}: the log does not follow from its commands"] * bool(history.derived)
    facts = (verdict.game, verdict.version, verdict.head, verdict.ended)
    remarks = () if bots is None else tuple(bots.remarks())
    return Outcome(*facts, decided, tuple(findings), tuple(unchecked), logged, remarks)


def _check_what_was_kept(
    history: History, lines: Sequence[JsonObject], receipts: Sequence[JsonObject], findings: list[Finding]
) -> int | None:
    """Compare receipts and checkpoints with the log; return the newest version that a checkpoint proves."""
    for receipt in receipts:
        findings += receipt_findings(receipt, lines, history.keys)
    proved = [check_checkpoint(each, lines, history.keys) for each in (history.header, *receipts)]
    findings += [each for each in proved if isinstance(each, Finding)]
    return max((each for each in proved if isinstance(each, int)), default=None)


def _incomplete_commit(verdict: Verdict) -> Iterator[str]:
    if verdict.goes_on is not None:
        yield (
            f"versions {verdict.whole + 1} to {verdict.goes_on}, a commit that breaks off at {verdict.version}: "
            "the log goes on; ask for the rest, or for all of it without a limit"
        )


def rules_and_board(
    history: History, lines: Sequence[JsonObject], rulesets: Mapping[str, AnyRuleset]
) -> tuple[AnyRuleset | None, JsonObject | None, str | None]:
    """Return the rules and the board to decide by, or why they are missing."""
    created = created_event(lines)
    name, wanted = cast(str, created["ruleset"]), cast(str, created["board"])
    rules = rulesets.get(name)
    if rules is None:
        return None, None, f"the rules: {name} is not among the rulesets here ({', '.join(rulesets)})"
    if history.board is not None:
        return rules, history.board, None
    shipped = next((board for board in rules.boards().values() if board_hash(board) == wanted), None)
    return rules, shipped, None if shipped is not None else f"the rules: the board {wanted} is not here"


def created_event(lines: Sequence[JsonObject]) -> JsonObject:
    return cast(JsonObject, cast(JsonObject, lines[0]["envelope"])["data"])


def _counted(lines: Iterable[bytes], tell: Callable[[int], None]) -> Iterator[bytes]:
    for n, line in enumerate(lines, 1):
        yield line
        tell(n)
