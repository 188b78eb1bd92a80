"""Play a game on a server, with the public API only."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kontor.client.problems import Problem
from kontor.domain.kernel.drawing.seats import seat_looks
from kontor.domain.kernel.labels import ENGLISH, Words
from kontor.domain.kernel.ruleset import Chair
from kontor.terminal.news import news, story
from kontor.terminal.schemas import Schemas
from kontor.terminal.table import Effect, Moment, MovedOn
from kontor.terminal.watch import board_text
from kontor.terminal.words import printable

if TYPE_CHECKING:
    from kontor.client import Client
    from kontor.client.answers import Seat, Summary

STALE = ("stale-version", "not-your-decision")


class ServedTable:
    """A game on a server that the user plays. `colours`: draw the board with the colours of a terminal."""

    def __init__(self, client: "Client", game: "Summary", colours: bool) -> None:
        self._client = client
        self._id = game.id
        self._colours = colours
        self._ruleset = client.ruleset(game.ruleset)
        self.title = str(self._ruleset["title"])
        self._labels = client.ask("GET", self._ruleset["labels_href"], board=game.board)
        self.schemas = Schemas(client.ask("GET", self._ruleset["schemas_href"]))

    def moment(self) -> Moment:
        game = self._client.game(self._id)
        looks = seat_looks([Chair(each.seat, each.colour) for each in game.seats], self._ruleset["colours"])
        names = {each.seat: _name(looks[each.seat].name, each) for each in game.seats}
        return Moment(game.version, game.status, game.awaiting, game.my_seats, names)

    def words(self, seat: int) -> Words:
        asked = self._client.legal_commands(self._id, seat=seat, language=ENGLISH)
        return Words(self._labels, self._labels["things"], asked.names, self.moment().names)

    def decision(self, seat: int) -> str:
        words = {each["kind"]: each["text"] for each in self._ruleset["decisions"]}
        kinds = (each.kind for each in self._client.game(self._id).decisions if each.seat == seat)
        return str(words.get(next(kinds, None), ""))

    def board(self, legend: bool) -> str:
        return board_text(self._client, self._id, self._colours, legend)

    def options(self, seat: int) -> Sequence[Mapping[str, Any]]:
        try:
            return self._client.legal_commands(self._id, seat=seat).options
        except Problem as problem:
            if problem.status != 409:
                raise
            return ()  # the game has ended in the meantime, or is being scored

    def dry_run(self, seat: int, command: Mapping[str, Any]) -> Effect:
        tried = self._client.dry_run(self._id, command, seat=seat)
        return Effect(tried.events, tried.undetermined)

    def send(self, seat: int, command: Mapping[str, Any], version: int) -> None:
        try:
            self._client.play(self._id, command, seat=seat, version=version)
        except Problem as problem:
            if problem.name in STALE:
                raise MovedOn from problem
            raise

    def undo(self, seat: int) -> None:
        self._client.undo(self._id, seat=seat)

    def wait(self, version: int) -> None:
        next(news(self._client, self._id, version))

    def story(self, after: int) -> Iterator[tuple[int, str]]:
        return ((each["version"], each["sentence"]) for each in story(self._client, self._id, after))

    def score(self) -> Sequence[tuple[int, int, Mapping[str, int]]]:
        score = self._client.score(self._id)
        return [(each.seat, each.total, each.breakdown) for each in sorted(score.seats, key=lambda each: each.rank)]

    def rules(self) -> Mapping[str, str]:
        return self._rules

    @cached_property
    def _rules(self) -> Mapping[str, str]:
        told = self._client.ask("GET", self._ruleset["rules_href"])
        return {each["id"]: each["text"] for each in told["items"]}


def _name(colour: str, seat: "Seat") -> str:
    """Return the colour of a seat, followed by the name of its player in parentheses."""
    who = "you" if seat.mine else seat.name or seat.bot
    return f"{colour} ({printable(who)})" if who else colour
