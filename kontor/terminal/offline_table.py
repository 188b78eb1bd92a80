"""Play a game in memory against bots, without a server or network."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from kontor.domain.kernel import model
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.drawing.seats import seat_looks
from kontor.domain.kernel.labels import ENGLISH, Words
from kontor.domain.kernel.narration import KERNEL, Line, sentence
from kontor.domain.kernel.ruleset import Chair
from kontor.errors import NotNow
from kontor.terminal.schemas import Schemas
from kontor.terminal.table import Effect, Moment, MovedOn
from kontor.terminal.watch import columns_here

if TYPE_CHECKING:
    from kontor.engine.game import AnyGame
    from kontor.terminal.shipped import AnyRules

ME = "me"


class OfflineTable:
    """A game in memory that the user plays against bots. `chairs`: for each seat, `me` or the name of a bot."""

    def __init__(
        self, rules: "AnyRules", game: "AnyGame", chairs: Sequence[str], seconds: float, colours: bool
    ) -> None:
        self._rules = rules
        self._game = game
        self._chairs = dict(enumerate(chairs, 1))
        self._seconds = seconds
        self._colours = colours
        self.title = rules.title
        self.schemas = Schemas(_schemas_of(rules))
        self._looks = seat_looks([Chair(seat, None) for seat in self._chairs], rules.colours)

    def moment(self) -> Moment:
        game = self._game
        mine = tuple(seat for seat, who in self._chairs.items() if who == ME)
        names = {
            seat: f"{self._looks[seat].name} ({'you' if who == ME else who})" for seat, who in self._chairs.items()
        }
        return Moment(game.version, game.status, game.awaiting, mine, names)

    def words(self, seat: int) -> Words:
        game, labels = self._game, self._rules.labels()
        things = self._rules.thing_names(game.board)
        names = self._rules.names(game.state, seat, ENGLISH, things) if labels and seat in game.may_act else {}
        return Words(labels.get(ENGLISH, {}), things, names, self.moment().names)

    def decision(self, seat: int) -> str:
        return self._rules.decisions[self._game.decision(seat)]

    def board(self, legend: bool) -> str:
        mine = self.moment().mine
        text = self._game.text(*mine, colours=self._colours, columns=columns_here(), legend=legend)
        return "\n".join(line for line in text.splitlines() if line.strip())

    def options(self, seat: int) -> Sequence[Mapping[str, Any]]:
        return self._game.legal(seat).options

    def dry_run(self, seat: int, command: Mapping[str, Any]) -> Effect:
        events, undetermined = self._game.dry_run(dict(command), seat)
        return Effect([self._fact(each) for each in events], undetermined)

    def send(self, seat: int, command: Mapping[str, Any], version: int) -> None:
        if version != self._game.version:
            raise MovedOn
        self._game.play(dict(command), seat)
        self._ask_invited()

    def undo(self, seat: int) -> None:
        """Return to this seat's last decision. The commands that bots played since then are undone too."""
        if all(move.seat != seat for move in self._game.history):
            raise NotNow("cannot-undo", "There is nothing to take back, because you have not played yet.")
        while self._game.undo().seat != seat:
            pass

    def wait(self, version: int) -> None:
        """Let one bot play its command."""
        seat = next(each for each in self._game.awaiting if self._chairs[each] != ME)
        self._game.play(self._game.ask(self._chairs[seat], seat, self._seconds), seat)
        self._ask_invited()

    def _ask_invited(self) -> None:
        """Ask each bot once that may act although the game does not wait for it, for example to answer an offer."""
        for seat in self._rules.invited(self._game.state) if not self._game.is_over else ():
            if self._chairs[seat] != ME and seat in self._game.may_act:
                command = self._game.ask(self._chairs[seat], seat, self._seconds)
                if command is not None:
                    self._game.play(command, seat)

    def story(self, after: int) -> Iterator[tuple[int, str]]:
        for move in self._game.history:
            if move.version > after:
                for each in map(self._fact, move.events):
                    yield move.version, each["sentence"]

    def _fact(self, event: object) -> Mapping[str, Any]:
        name = next(name for name, form in self._rules.events.items() if form is type(event))
        line = self._rules.story.get(name) or KERNEL.get(name) or Line(name)
        seats = {seat: look.name for seat, look in self._looks.items()}
        data = cast(JsonObject, model.write(event))
        return {"sentence": sentence(line, data, seats, self._rules.thing_names(self._game.board))}

    def score(self) -> Sequence[tuple[int, int, Mapping[str, int]]]:
        seats = sorted(self._game.score().seats, key=lambda each: each.rank)
        return [(each.seat, each.total, each.breakdown) for each in seats]

    def rules(self) -> Mapping[str, str]:
        return self._rules.rules()


def _schemas_of(rules: "AnyRules") -> Mapping[str, Any]:
    """Return the schemas of a ruleset's commands, as a server publishes them."""
    commands = []
    for name, form in rules.commands.items():
        found: dict[str, Any] = dict(model.schema(form))  # type: ignore[arg-type]  # a class is hashable
        commands.append({**found, "properties": {"type": {"const": name}, **found["properties"]}})
    return {"$defs": {"Command": {"oneOf": commands}}}
