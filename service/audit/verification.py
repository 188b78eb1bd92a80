"""One run of `kontor audit verify`: the games to check, the sentences of the report, and the exit code. The command
line and the verifier page share this module."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the command line imports this module whenever it starts
    from kontor.domain.kernel.canonical import JsonObject
    from kontor.domain.kernel.finding import Finding
    from kontor.service.audit.archive import GamesFile
    from kontor.service.audit.bundle import Bundle
    from kontor.service.audit.checker import Outcome
    from kontor.service.audit.signatures import Keys
    from kontor.service.tlog.policy import Policy

GOOD, FLAWED, UNREADABLE, UNKNOWN_SIGNER, UNDECIDED = 0, 1, 2, 3, 4  # exit codes


@dataclass(frozen=True, slots=True)
class Task:
    """A game to check. If `shows` is true, show progress."""

    name: str
    bundle: "Bundle"
    trusted: "Keys | None"
    receipts: "Sequence[JsonObject]"
    policy: "Policy | None" = None
    bots: bool = False
    shows: bool = True

    @property
    def names_known_signer(self) -> bool:
        """Return whether a trusted key has signed something about the game, provided that no check fails: the bundle,
        or a receipt for an unsigned log."""
        return self.trusted is not None and (self.bundle.is_bundle or bool(self.receipts))


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a task, with the seconds that it took."""

    name: str
    outcome: "Outcome"
    seconds: float
    names_known_signer: bool

    @property
    def code(self) -> int:
        return code_of(self.outcome.findings, self.names_known_signer)

    def sentences(self) -> Iterator[str]:
        """Yield the report: findings, checks that were not made, remarks, and the result if there is no finding."""
        outcome = self.outcome
        yield from map(str, outcome.findings)
        yield from (f"not checked: {each}" for each in outcome.unchecked)
        yield from (f"remark: {each}" for each in outcome.remarks)
        if not outcome.is_good:
            return
        yield f"good: {outcome.version} versions, {outcome.decided} decided again, in {self.seconds:.1f} s"
        if outcome.logged is not None:
            yield f"the transparency log holds version {outcome.logged}"
        if outcome.witnessed is not None:
            yield f"witnesses have cosigned a checkpoint that contains version {outcome.witnessed}"
        yield f"head {outcome.hash}"


class Verification:
    """The keys, the policy and the receipts that a user gives, and the games that were met in the files so far.

    `kept`: receipts by the names of their files. `is_one_game`: there is only one file. The value becomes false if that
    file is an archive.
    """

    def __init__(
        self,
        trusted: "Keys | None",
        policy: "Policy | None",
        kept: "Mapping[str, JsonObject]",
        is_one_game: bool,
    ) -> None:
        self.trusted = trusted
        self._policy = policy
        self._kept = kept
        self._is_one_game = is_one_game
        self._met: set[object] = set()

    def tasks(
        self, name: str, games: "GamesFile", names_games: bool = True, bots: bool = False, shows: bool = False
    ) -> Iterator[Task]:
        """Yield the games of a file, each with the receipts for it."""
        self._is_one_game &= not games.is_archive
        for bundle in games:
            game = _game(bundle)
            self._met.add(game)
            mine = [each for each in self._kept.values() if each["game"] == game or self._is_one_game]
            named = f"{name}: game {game}" if games.is_archive and names_games else name
            yield Task(named, bundle, self.trusted, mine, self._policy, bots, shows)

    def strays(self) -> Sequence[str]:
        """Return the names of receipts that belong to none of the games."""
        return [name for name, each in self._kept.items() if each["game"] not in self._met and not self._is_one_game]


def archive_sentences(games: "GamesFile", errors: "Sequence[Finding]") -> Sequence[str]:
    """Return the report on an archive as a whole."""
    return [str(each) for each in errors] or [f"complete: {games.games} games"]


def code_of(findings: "Sequence[Finding]", names_known_signer: bool) -> int:
    """Return the exit code for one game or archive."""
    if any(each.check != "signer" for each in findings):
        return FLAWED
    return GOOD if names_known_signer and not findings else UNKNOWN_SIGNER


def code_of_all(codes: Collection[int]) -> int:
    """Return the exit code for several games and archives."""
    return next((code for code in (FLAWED, UNKNOWN_SIGNER) if code in codes), GOOD)


def _game(bundle: "Bundle") -> object:
    """Return the game id that a file states, or None."""
    if bundle.header is not None:
        return bundle.header.get("game")
    try:
        return json.loads(bundle.lines[0])["envelope"]["game"]
    except (ValueError, KeyError, TypeError, IndexError):
        return None
