"""The checker: all checks of one game, in order. The game comes from a bundle (bundle.py) or from the database
(stored_game.py).

1. The log itself: chain, seals, dice (`domain.kernel.verify`), and the data that its source stores with it.
2. Receipts and checkpoints that players or auditors kept.
3. The rules: decide every command again (`domain.kernel.reexecute`).
4. Data that the source has derived from the log.

Steps 2 to 4 need a valid log. The checker reports each check that it did not make, with the reason.
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
from kontor.service.audit.signatures import (
    Keys,
    Proved,
    check_checkpoint,
    contradictions,
    missing_proofs,
    receipt_findings,
)
from kontor.service.registry import AnyRuleset
from kontor.service.tlog.notes import BadNote
from kontor.service.tlog.policy import Policy

# Called with the name of the step, the number done, and the total.
Progress: TypeAlias = Callable[[str, int, int], None]

OF_THE_LOG = {
    "log",
    "head",
    "events",
    "sealed",
    "commits",
    "seed",
    "board",
}  # after a finding in one of these, no further checks are made


class History(Protocol):
    """One game for the checker, from a bundle or a database."""

    keys: Keys  # public keys of the server
    header: JsonObject  # may contain a checkpoint and its proof
    board: JsonObject | None
    seed: bytes | None  # None: the log publishes it at its end
    is_page: bool  # true: the log may end within a commit
    derived: str  # name of the data that `derived_findings` compares; empty if there is none

    def __len__(self) -> int: ...

    def texts(self) -> Iterable[bytes]:
        """Return the stored lines of the log."""

    def accept(self, line: JsonObject) -> None:
        """Receive a line of the log that the verifier has accepted."""

    def lines(self) -> Sequence[JsonObject]:
        """Return all lines that the verifier has accepted."""

    def unchecked(self) -> Iterator[str]:
        """Yield a text for each check that is not possible with this source."""

    def findings(self, verdict: Verdict) -> Iterator[Finding]:
        """Yield the errors of the log, and of the data that its source stores with it."""

    def derived_findings(self) -> Iterator[Finding]:
        """Yield each difference between the log and the data that was derived from it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of all checks of a game.

    `decided`: the number of versions that were decided again.
    `logged`: the newest version that is proved to be in the transparency log.
    `witnessed`: the newest version under a checkpoint that satisfies the policy about witnesses.
    `unchecked`: the checks that were not made, with reasons.
    `remarks`: facts worth knowing that are not errors.
    """

    game: str
    version: int
    hash: str
    ended: bool
    decided: int
    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...]
    logged: int | None = None
    witnessed: int | None = None
    remarks: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        return not self.findings

    def report(self, seconds: float) -> dict[str, Any]:
        """Return the result for `kontor audit verify --json` and `GET /v1/jobs/{id}`. Findings are called `flaws`."""
        return {
            "good": self.is_good,
            "game": self.game,
            "version": self.version,
            "hash": self.hash,
            "ended": self.ended,
            "decided_again": self.decided,
            "logged": self.logged,
            "witnessed": self.witnessed,
            "flaws": [each.as_json() for each in self.findings],
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
    policy: Policy | None = None,
) -> Outcome:
    """Make all checks of a game. `receipts`: receipts for this game. `bots`: lets bots choose again, if their notes
    allow it. With a `policy`, witnesses must have cosigned a checkpoint that contains the game."""
    total = len(history)
    texts = _count_lines(history.texts(), lambda n: progress("reading", n, total))
    verdict = verify(texts, keep=history.accept, is_page=history.is_page)
    findings, unchecked = list(history.findings(verdict)), list(history.unchecked())
    decided, logged, witnessed = 0, None, None
    if any(each.check in OF_THE_LOG for each in findings):
        later = f"rules and {history.derived}" if history.derived else "receipts, checkpoints and rules"
        unchecked.append(f"{later}: the log is invalid")
    else:
        lines = history.lines()
        logged, witnessed = _check_what_was_kept(history, lines, receipts, policy, findings, unchecked)
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
    return Outcome(*facts, decided, tuple(findings), tuple(unchecked), logged, witnessed, remarks)


def _check_what_was_kept(
    history: History,
    lines: Sequence[JsonObject],
    receipts: Sequence[JsonObject],
    policy: Policy | None,
    findings: list[Finding],
    unchecked: list[str],
) -> tuple[int | None, int | None]:
    """Compare receipts and checkpoints with the log. Return the newest version that a checkpoint proves. Also return
    the newest version under a checkpoint that satisfies the policy."""
    for receipt in receipts:
        findings += receipt_findings(receipt, lines, history.keys)
    carried = (history.header, *receipts)
    checked = [check_checkpoint(each, lines, history.keys) for each in carried]
    findings += [each for each in checked if isinstance(each, Finding)]
    proved = [each for each in checked if isinstance(each, Proved)]
    findings += contradictions(proved)
    unchecked += missing_proofs(proved)
    logged = max((each.version for each in proved), default=None)
    return logged, None if policy is None else _check_witnesses(policy, proved, findings)


def _check_witnesses(policy: Policy, proved: Sequence[Proved], findings: list[Finding]) -> int | None:
    """Return the newest version whose checkpoint satisfies the policy about witnesses. One such checkpoint is enough,
    because a fresh checkpoint has no cosignatures yet."""
    accepted, errors = [], []
    for each in proved:
        try:
            policy.require(each.note)
            accepted.append(each.version)
        except BadNote as error:
            errors.append(str(error))
    if not accepted:
        findings.append(Finding("witnesses", errors[0] if errors else "no checkpoint is proved to contain this game"))
    return max(accepted, default=None)


def _incomplete_commit(verdict: Verdict) -> Iterator[str]:
    if verdict.goes_on is not None:
        yield (
            f"versions {verdict.whole + 1} to {verdict.goes_on}, a commit that is cut off at {verdict.version}: "
            "the log continues; request the rest, or all of it without a limit"
        )


def rules_and_board(
    history: History, lines: Sequence[JsonObject], rulesets: Mapping[str, AnyRuleset]
) -> tuple[AnyRuleset | None, JsonObject | None, str | None]:
    """Return the rules and the board that are needed to decide commands again, or the reason why they are missing."""
    created = created_event(lines)
    name, wanted = cast(str, created["ruleset"]), cast(str, created["board"])
    rules = rulesets.get(name)
    if rules is None:
        return None, None, f"the rules: the ruleset {name} is not installed here ({', '.join(rulesets)})"
    if history.board is not None:
        return rules, history.board, None
    shipped = next((board for board in rules.boards().values() if board_hash(board) == wanted), None)
    return rules, shipped, None if shipped is not None else f"the rules: the board {wanted} is missing"


def created_event(lines: Sequence[JsonObject]) -> JsonObject:
    return cast(JsonObject, cast(JsonObject, lines[0]["envelope"])["data"])


def _count_lines(lines: Iterable[bytes], tell: Callable[[int], None]) -> Iterator[bytes]:
    for n, line in enumerate(lines, 1):
        yield line
        tell(n)
