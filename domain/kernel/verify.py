"""The verifier: check that a log, as a reader got it, is complete, unchanged and honestly drawn (log format §8).

It needs no ruleset and no server. For a running game it checks the chain and everything that the reader may see. For a
game that has ended it also checks the seed, every seal and every draw. A log alone cannot show that its last commits
are missing, or that all of it was rewritten: compare its head with a receipt. Re-execution with the ruleset checks
whether the events follow from the commands.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from kontor.domain.kernel import seals
from kontor.domain.kernel.canonical import JsonObject, NotCanonical, canonical
from kontor.domain.kernel.dice import joint_key, redraw
from kontor.domain.kernel.finding import Finding, LogError, require
from kontor.domain.kernel.line_check import Known, check_last_commit_is_whole, check_line
from kontor.domain.kernel.model import Unreadable


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking a log. `ended`: the game has ended, so seed, seals and draws were checked too. `whole`:
    the version up to which all commits are complete. `goes_on`: the version that an incomplete last commit must reach,
    or None."""

    game: str
    version: int
    head: str
    ended: bool
    findings: tuple[Finding, ...]
    whole: int
    goes_on: int | None

    @property
    def is_good(self) -> bool:
        return not self.findings


def _forget(line: JsonObject) -> None:
    """Discard a line that was checked. This is the default for `keep`."""


def lines_of(text: bytes) -> Sequence[bytes]:
    """Split a log in NDJSON into lines. Canonical text never contains a line feed."""
    return text.removesuffix(b"\n").split(b"\n") if text else []


def verify(
    lines: Iterable[JsonObject | bytes],
    head: str | None = None,
    keep: Callable[[JsonObject], None] = _forget,
    is_page: bool = False,
) -> Verdict:
    """Check a log from its first event. `head`: the expected hash of the last event, from a receipt.

    A line is an object or its canonical text; any other text is a flaw. `keep` is called with each valid line.
    `is_page`: the log may be a first page and end within a commit.
    """
    known, findings = Known(), []
    for line in lines:
        expected = known.version + 1
        try:
            keep(check_line(known, line if isinstance(line, bytes) else canonical(line)))
        except (LogError, NotCanonical, Unreadable) as error:
            findings.append(Finding("log", str(error), expected))
            break  # all later lines depend on the flawed line
    if not findings:
        findings.extend(_findings_at_the_end(known, head, is_page))
    whole, goes_on = _completeness(known)
    ended = known.seating.seed is not None
    return Verdict(known.game, known.version, known.head.hex(), ended, tuple(findings), whole, goes_on)


def _completeness(known: Known) -> tuple[int, int | None]:
    first, last = cast(int, known.commit.get("first", 0)), cast(int, known.commit.get("last", 0))
    return (known.version, None) if last <= known.version else (first - 1, last)


def _findings_at_the_end(known: Known, head: str | None, is_page: bool) -> Iterator[Finding]:
    ended = known.seating.seed is not None
    checks = [_check_something_is_there]
    if ended or not is_page:  # nothing can follow the end
        checks.append(check_last_commit_is_whole)
    if ended:
        checks += [_check_seed, _check_all_parts, _check_all_commands, _check_all_draws]
    for check in checks:
        try:
            check(known)
        except LogError as error:
            yield Finding("log", str(error), known.version if error.version is None else error.version)
    if head is not None and head != known.head.hex():
        yield Finding("log", f"the log ends with hash {known.head.hex()}, not with {head}", known.version)


# ---------------------------------------------------------------- checks at the end


def _check_something_is_there(known: Known) -> None:
    require(known.version > 0, "the log is empty")


def _check_seed(known: Known) -> None:
    given = seals.commitment(cast(bytes, known.seating.seed), known.id).hex()
    require(given == known.seating.commitment, "the seed does not match the commitment")


def _check_all_parts(known: Known) -> None:
    """Check that each sealed part is shown with its own event. The draws of a part that is shown only elsewhere would
    not be checked."""
    seed = cast(bytes, known.seating.seed)
    for version, part in known.digests:
        salt, name = known.salts.get((version, part)), f"part {part} of version {version}"
        require(salt is not None, f"{name} is missing although the game has ended", version)
        honest = salt == seals.salt(seed, known.id, version, part)
        require(honest, f"the salt of {name} does not come from the seed", version)


def _check_all_commands(known: Known) -> None:
    seed = cast(bytes, known.seating.seed)
    for first, salt in known.bodies.items():
        require(salt is not None, "the command is missing although the game has ended", first)
        honest = salt == seals.command_salt(seed, known.id, first)
        require(honest, "the salt of the command does not come from the seed", first)


def _check_all_draws(known: Known) -> None:
    key = joint_key(cast(bytes, known.seating.seed), known.seating.nonces)
    counters: dict[str, int] = {}
    for version, draw in known.draws:
        expected = counters.get(draw.purpose, 0)
        require(draw.counter == expected, f"a draw of {draw.purpose} is left out or repeated", version)
        counters[draw.purpose] = expected + 1
        require(redraw(key, draw) == draw, f"seed and nonces yield another value for {draw.purpose}", version)
