"""Play at a terminal: print the new events, wait for other seats, and ask the user for commands."""

import sys
from typing import cast

import click

from kontor.errors import KontorError
from kontor.terminal.command_builder import CommandBuilder
from kontor.terminal.filling import Choice
from kontor.terminal.menu import Entry, Terminal, Word
from kontor.terminal.news import RESTORED
from kontor.terminal.table import Moment, MovedOn, Table
from kontor.terminal.watch import clip
from kontor.terminal.words import human, in_columns, printable, wrap

WORDS = {
    "?": "show help; with the id of a rule: show this rule; with words: search the rules",
    "<": "take back the last choice",
    "/board": "draw the board, with its legend",
    "/log": "show the latest events",
    "/score": "show the points so far",
    "/undo": "take back your last command, if it revealed nothing to the other seats",
    "/quit": "leave; the game stays open",
}
LATELY = 20  # sentences of /log
TOLD_AT_ONCE = 30  # sentences printed at once
RULES_FOUND = 12


SEND, WAIT = object(), object()  # entries of the menu that are not part of a command


class Leave(Exception):
    """The user wants to quit."""


class AtTheTable:
    """A game that the user plays at the terminal. `at_once`: send a command as soon as it is complete,
    without asking.
    """

    def __init__(self, table: Table, at_once: bool) -> None:
        self._table = table
        self._at_once = at_once
        self._terminal = Terminal(WORDS)
        self._told = 0  # the version up to which the events were printed
        self._has_drawn = False
        self._declined: dict[int, object] = {}  # optional commands that the user was already asked about

    def play(self) -> None:
        """Play until the game is over or the user quits."""
        self._terminal.more = tuple(self._table.rules())
        moment = self._table.moment()
        self._told = moment.version
        click.echo(f"{self._table.title}. ? shows help, TAB completes, /quit leaves.")
        while not moment.is_over:
            try:
                self._step(moment)
            except MovedOn:
                click.echo("The game has changed in the meantime.")
            moment = self._table.moment()
            self._tell(moment)
        self._draw()
        self._score(moment)

    def _step(self, moment: Moment) -> None:
        owing = [seat for seat in moment.mine if seat in moment.awaiting]
        if owing:
            self._draw()
            self._act(moment, owing[0], must=True)
            return
        for seat in moment.mine:
            options = self._table.options(seat)
            if options and options != self._declined.get(seat):
                self._declined[seat] = options
                self._act(moment, seat, must=False)
                return
        self._wait(moment)

    def _wait(self, moment: Moment) -> None:
        whom = ", ".join(moment.names[seat] for seat in moment.awaiting) or "the server"
        click.echo(f"Waiting for {whom} …")
        self._table.wait(moment.version)

    # ---------------------------------------------------------------- acting

    def _act(self, moment: Moment, seat: int, must: bool) -> None:
        """Let the user play one command of a seat. If `must` is False, the user may also play none."""
        builder = CommandBuilder(self._table.schemas, self._table.options(seat), moment.names, self._table.words(seat))
        while True:
            picked = self._confirm(seat, builder) if builder.is_complete else self._ask(moment, seat, builder, must)
            if picked is WAIT:
                self._wait(moment)
                return
            if picked is SEND:
                if self._send(moment, seat, builder):
                    return
            elif isinstance(picked, Word):
                if self._execute(picked, seat, builder):
                    return
            elif not builder.choose(cast("Choice", picked)):
                click.echo("No legal command has this value. Choose another one.")

    def _ask(self, moment: Moment, seat: int, builder: CommandBuilder, must: bool) -> object:
        if not builder.is_new:
            return self._terminal.pick(builder.question(), builder.entries(), builder.read())
        about = self._table.decision(seat) if must else "Optional:"
        entries: list[Entry[object]] = [*builder.entries()]
        if not must:
            entries.append(Entry("wait", WAIT, "Do nothing now, and wait for the other seats."))
        return self._terminal.pick(f"{moment.names[seat]}: {about}", entries)

    def _confirm(self, seat: int, builder: CommandBuilder) -> object:
        """Show the complete command and its effect, and ask the user whether to send it."""
        try:
            effect = self._table.dry_run(seat, builder.command)
        except KontorError as refusal:
            self._print_refusal(refusal)
            return Word("<")
        if self._at_once:
            return SEND
        click.echo(f"\n{builder.command_in_words()}")
        for line in builder.effect_in_words(effect):
            click.echo(f"  {line}")
        entries: list[Entry[object]] = [Entry("send", SEND), Entry("take back", Word("<"))]
        return self._terminal.pick("Send it?", entries)

    def _send(self, moment: Moment, seat: int, builder: CommandBuilder) -> bool:
        try:
            self._table.send(seat, builder.command, moment.version)
        except KontorError as refusal:
            self._print_refusal(refusal)
            builder.back()
            return False
        return True

    def _print_refusal(self, refusal: KontorError) -> None:
        click.echo(wrap(f"Refused: {printable(str(refusal))}"))
        if text := self._table.rules().get(getattr(refusal, "rule", None) or ""):
            click.echo(wrap(text, "  "))

    # ---------------------------------------------------------------- words

    def _execute(self, word: Word, seat: int, builder: CommandBuilder) -> bool:
        """Execute a special word such as `/undo`. Return whether the game has changed."""
        match word.name:
            case "?":
                self._help(word.rest, builder)
            case "<":
                builder.back()
            case "/board":
                self._draw(legend=True)
            case "/log":
                self._log()
            case "/score":
                self._score(self._table.moment())
            case "/undo":
                return self._undo(seat)
            case "/quit":
                raise Leave
        return False

    def _undo(self, seat: int) -> bool:
        try:
            self._table.undo(seat)
        except KontorError as refusal:
            self._print_refusal(refusal)
            return False
        self._told = min(self._told, self._table.moment().version)
        click.echo("Taken back.")
        return True

    def _help(self, about: str, builder: CommandBuilder) -> None:
        if about:
            click.echo(self._rules_on(about))
            return
        click.echo(builder.help())
        click.echo("\nAt any time:")
        for word, meaning in WORDS.items():
            click.echo(wrap(meaning, f"  {word:<8}"))

    def _rules_on(self, about: str) -> str:
        rules = self._table.rules()
        if text := rules.get(about.upper()):
            return wrap(f"{about.upper()}\n{text}")
        words = about.casefold().split()
        found = [rule for rule, text in rules.items() if all(each in f"{rule} {text}".casefold() for each in words)]
        if not found:
            return f"No rule mentions {about}."
        if len(found) > RULES_FOUND:
            return f"{len(found)} rules mention {about}:\n{in_columns(found)}"
        return "\n\n".join(wrap(f"{rule}\n{rules[rule]}") for rule in found)

    # ---------------------------------------------------------------- output

    def _draw(self, legend: bool = False) -> None:
        """Draw the board. The legend is included the first time and on request."""
        picture = self._table.board(legend or not self._has_drawn)
        self._has_drawn = True
        click.echo(f"\n{clip(picture) if sys.stdout.isatty() else picture}", color=True)

    def _tell(self, moment: Moment) -> None:
        if moment.version < self._told:
            click.echo(RESTORED)
            self._told = moment.version
        lines = [line for version, line in self._table.story(self._told) if version <= moment.version]
        if len(lines) > TOLD_AT_ONCE:
            click.echo(f"  … {len(lines) - TOLD_AT_ONCE} more, see /log")
        for line in lines[-TOLD_AT_ONCE:]:
            click.echo(f"  {printable(line)}")
        self._told = moment.version

    def _log(self) -> None:
        for version, line in list(self._table.story(max(0, self._told - LATELY))):
            click.echo(f"{version:>5}  {printable(line)}")

    def _score(self, moment: Moment) -> None:
        click.echo("Final score" if moment.status == "finished" else "Score")
        for seat, total, parts in self._table.score():
            told = ", ".join(f"{human(name)} {points}" for name, points in parts.items() if points)
            click.echo(f"  {total:>4}  {moment.names[seat]}" + (f": {told}" if told else ""))
