"""Bots that are programs in any language. A program reads questions from standard input and writes answers to standard
output, one JSON object per line (docs/bots/any-language.md)."""

import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, NoReturn

from kontor.domain.kernel.bots import BotFailed
from kontor.domain.kernel.model import Unreadable, write
from kontor.domain.kernel.ruleset import CANDIDATES, Budget, Choice, Look
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.registry import AnyRuleset, NoSuchBot, Registry, own_bots

STDIO = "stdio:"  # begins the name of such a bot; the command line of the program follows
PATIENCE = 30.0  # seconds for a decision, or ten times the thinking time if that is more
LONGEST = 1 << 20  # bytes of an answer
MOST_COMMANDS = 1_000  # commands that a program may request at once
SHOWN = 80  # characters of a wrong answer that the message repeats
GRACE = 1.0  # seconds between the end of its input and SIGKILL


class StdioBot:
    """A bot that is a program. The first question of a game starts the program, and `close` stops it."""

    def __init__(self, rules: AnyRuleset, name: str) -> None:
        self._rules = rules
        self._name = name
        self._line = command_line(name)
        self._process: subprocess.Popen[bytes] | None = None
        self._unread = b""

    def __call__(self, look: Look, budget: Budget) -> Choice:
        limit = max(PATIENCE, 10 * budget.seconds)
        self._deadline = time.monotonic() + limit
        try:
            return Choice(self._choose(look, budget.seconds))
        except TimeoutError:
            self._fail(f"did not answer within {limit:g} s")

    def close(self) -> None:
        """End the program: close its input. If the program does not end by itself, kill its whole process group."""
        if self._process is None:
            return
        process, self._process, self._unread = self._process, None, b""
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _choose(self, look: Look, seconds: float) -> Any:
        if self._process is None:
            self._start()
            self._send({"type": "game", "ruleset": self._rules.name, "table": write(look.table)})
        question = {"seat": look.seat, "seconds": seconds, "view": look.view, "options": look.options}
        self._send({"type": "choose", **question, "commands": look.commands(CANDIDATES)})
        while "command" not in (answer := self._receive()):
            self._send(self._answer_to(look, answer))
        if self._unread:
            self._fail(f"wrote more than one answer: {_short(self._unread)}")
        chosen = answer["command"]
        if chosen is not None and not isinstance(chosen, dict):
            self._fail(f"wrote a command that is not a JSON object: {_short(chosen)}")
        return chosen

    def _answer_to(self, look: Look, asked: Mapping[str, Any]) -> Mapping[str, object]:
        """Answer a question that the program asks before it decides. It may ask for more commands, or for the view
        after a command."""
        match asked:
            case {"commands": int(wanted)} if 1 <= wanted <= MOST_COMMANDS:
                return {"type": "commands", "commands": look.commands(wanted)}
            case {"try": dict(command)} if isinstance(deal := asked.get("deal", 0), int):
                try:
                    return {"type": "view", "view": look.try_(command, deal)}
                except (Violation, Unreadable, Refusal) as error:
                    return {"type": "refused", "message": str(error)}
        self._fail(f'wrote neither "command", "commands" (1 to {MOST_COMMANDS}) nor "try": {_short(asked)}')

    # ---------------------------------------------------------------- lines

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self._line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise BotFailed(f"The bot {self._name} cannot be started: {error}.") from None
        for pipe in self._pipes():
            os.set_blocking(pipe, False)

    def _pipes(self) -> tuple[int, int]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise BotFailed(f"The program of the bot {self._name} is not running.")
        return process.stdin.fileno(), process.stdout.fileno()

    def _send(self, message: Mapping[str, object]) -> None:
        left = memoryview(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        pipe, _ = self._pipes()
        while left:
            self._wait([], [pipe])
            try:
                left = left[os.write(pipe, left) :]
            except BrokenPipeError:
                self._fail_ended()

    def _receive(self) -> Mapping[str, Any]:
        _, pipe = self._pipes()
        while b"\n" not in self._unread:
            self._wait([pipe], [])
            new = os.read(pipe, 65_536)
            if not new:
                self._fail_ended()
            self._unread += new
            if len(self._unread) > LONGEST:
                self._fail(f"wrote a line of more than {LONGEST} bytes")
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            self._fail(f"wrote a line that is not JSON: {_short(line)}")
        if not isinstance(answer, dict):
            self._fail(f"wrote a line that is not a JSON object: {_short(line)}")
        return answer

    def _wait(self, readable: Sequence[int], writable: Sequence[int]) -> None:
        left = self._deadline - time.monotonic()
        if left <= 0 or select.select(readable, writable, [], left) == ([], [], []):
            raise TimeoutError

    def _fail_ended(self) -> NoReturn:
        code = None
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(GRACE)
        self._fail("closed its input or output" if code is None else f"ended with exit code {code}")

    def _fail(self, what: str) -> NoReturn:
        self.close()
        raise BotFailed(f"The bot {self._name} {what}.")


def _short(value: object) -> str:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else json.dumps(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def command_line(name: str) -> list[str]:
    """Return the program of a bot and its arguments. Raise `NoSuchBot` if this machine has no such program."""
    try:
        words = shlex.split(name.removeprefix(STDIO))
    except ValueError as error:
        raise NoSuchBot(f"The bot {name!r} is not a command line: {error}.") from None
    if not words or shutil.which(words[0]) is None:
        raise NoSuchBot(f"The bot {name!r} cannot be started: there is no program {' '.join(words[:1])!r}.")
    return words


def load(places: Iterable[str], bots: Iterable[str]) -> Registry:
    """Load rulesets, and add the user's own bots (functions and programs) to the bots of each ruleset."""
    names = dict.fromkeys(bots)
    programs = [name for name in names if name.startswith(STDIO)]
    registry = Registry.load(places, own_bots(name for name in names if name not in programs))
    return Registry(
        replace(rules, bots={**{name: StdioBot(rules, name) for name in programs}, **rules.bots})
        for rules in registry.values()
    )


@contextmanager
def running(rules: AnyRuleset) -> Iterator[AnyRuleset]:
    """Yield a ruleset whose bots may be programs. When the block ends, end these programs."""
    try:
        yield rules
    finally:
        for bot in rules.bots.values():
            if isinstance(bot, StdioBot):
                bot.close()
