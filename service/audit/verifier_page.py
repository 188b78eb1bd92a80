"""The Python part of the verifier page: check a file in a browser, as `kontor audit verify` does.

A browser checks signatures asynchronously, but the checker is synchronous. So the page runs the checker twice. The
first run has no rules and only collects signatures. The browser checks these, and the second run uses its answers.
"""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BufferedReader, BytesIO
from typing import TypeAlias, TypeVar

from kontor.domain.kernel.bot_check import BotCheck
from kontor.service.audit.archive import games_of
from kontor.service.audit.bundle import NotReadable, check_bundle, read_keys, read_policy, read_receipt
from kontor.service.audit.checker import Progress
from kontor.service.audit.verification import UNREADABLE, Checked, Verification, archive_sentences, code_of, code_of_all
from kontor.service.registry import AnyRuleset, Registry
from kontor.service.settings import Settings
from kontor.service.signing.ed25519 import signatures_checked_by

T = TypeVar("T")

# Checks a signature: public key, signature and signed bytes, each in hexadecimal digits.
CheckInBrowser: TypeAlias = Callable[[str, str, str], Awaitable[bool]]

SHOWN = 50  # events between two reports of progress


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file that a user gave to the page."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Given:
    """All files of one check: a bundle, log or archive, and the files of `--keys`, `--witnesses` and `--receipt`.
    `bots`: let bots choose again, as with `--bots`."""

    game: NamedFile
    keys: NamedFile | None = None
    policy: NamedFile | None = None
    receipts: Sequence[NamedFile] = ()
    bots: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """The lines that `kontor audit verify` prints, and its exit code."""

    lines: Sequence[str]
    code: int


@dataclass(slots=True)
class Signatures:
    """The answers of the browser by public key, signature and signed bytes, and the signatures without an answer."""

    answers: dict[tuple[bytes, bytes, bytes], bool] = field(default_factory=dict)
    pending: set[tuple[bytes, bytes, bytes]] = field(default_factory=set)

    def check(self, public: bytes, signature: bytes, signed: bytes) -> bool:
        """Return the answer of the browser. If there is none yet, return True, so that the checker continues and asks
        for all other signatures, too."""
        asked = (public, signature, signed)
        if asked not in self.answers:
            self.pending.add(asked)
        return self.answers.get(asked, True)

    async def ask(self, check: CheckInBrowser) -> None:
        """Let the browser check all pending signatures."""
        for asked in sorted(self.pending):
            self.answers[asked] = await check(*(each.hex() for each in asked))
        self.pending.clear()


class _CannotRead(Exception):
    """A file cannot be read. The message is a line of the report."""


async def verify(given: Given, check: CheckInBrowser, progress: Progress) -> Report:
    """Check a file. The report never depends on a signature that the browser has not checked."""
    rulesets, signatures = Registry.load(Settings().rulesets), Signatures()
    with signatures_checked_by(signatures.check):
        _report(given, {}, progress)
        while True:
            await signatures.ask(check)
            report = _report(given, rulesets, progress)
            if not signatures.pending:
                return report


def rules() -> Mapping[str, int]:
    """Return the names and versions of the rulesets that the page has."""
    return {name: ruleset.version for name, ruleset in Registry.load(Settings().rulesets).items()}


def _report(given: Given, rulesets: Mapping[str, AnyRuleset], progress: Progress) -> Report:
    lines: list[str] = []
    try:
        return Report(lines, _check(given, rulesets, progress, lines))
    except _CannotRead as error:
        return Report([*lines, str(error)], UNREADABLE)


def _check(given: Given, rulesets: Mapping[str, AnyRuleset], progress: Progress, lines: list[str]) -> int:
    """Check all games of a file. Append the sentences to `lines`, and return the exit code."""
    trusted = None if given.keys is None else _read(given.keys, read_keys)
    policy = None if given.policy is None else _read(given.policy, read_policy)
    run = Verification(trusted, policy, {each.name: _read(each, read_receipt) for each in given.receipts}, True)
    name, codes = given.game.name, set()
    try:
        with games_of(BufferedReader(BytesIO(given.game.content))) as games:
            for task in run.tasks(name, games):
                begun = time.perf_counter()
                bots = BotCheck() if given.bots else None
                outcome = check_bundle(
                    task.bundle, rulesets, trusted, task.receipts, partial(_show, progress), bots, policy
                )
                checked = Checked(task.name, outcome, time.perf_counter() - begun, task.names_known_signer)
                lines += [f"{checked.name}: {each}" for each in checked.sentences()]
                codes.add(checked.code)
            if games.is_archive:
                errors = games.errors(trusted)
                lines += [f"{name}: {each}" for each in archive_sentences(games, errors)]
                codes.add(code_of(errors, trusted is not None))
    except NotReadable as error:
        raise _CannotRead(f"{name}: {error}") from None
    if strays := run.strays():
        raise _CannotRead(f"{strays[0]}: The receipt belongs to none of these games.")
    return code_of_all(codes)


def _read(file: NamedFile, read: Callable[[bytes], T]) -> T:
    try:
        return read(file.content)
    except NotReadable as error:
        raise _CannotRead(f"{file.name}: {error}") from None


def _show(progress: Progress, step: str, done: int, total: int) -> None:
    if done % SHOWN == 0 or done == total:  # a call from Python to JavaScript takes longer than checking an event
        progress(step, done, total)
