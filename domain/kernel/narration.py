"""What happened, in sentences: one for each kind of event, as data, so that another language is another table.

A text has fields of the event in braces, each with what it is: `{seat:seat}`, `{post:place}`, `{traders:n trader}`. It
is made from the public part of an event, so that it can tell no secret.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter

from kontor.domain.kernel.canonical import JsonObject

ORDINALS = {"1": "first", "2": "second", "3": "third"}


@dataclass(frozen=True, slots=True)
class Line:
    """The sentence of a kind of event, and the rule it follows from. `by`: a field by whose value one of `texts` is
    taken instead, where the event has one of these values."""

    text: str
    rule: str | None = None
    by: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)


Story = Mapping[str, Line]  # by the wire name of the event

KERNEL: Story = {
    "game_created": Line("The game is created."),
    "seat_taken": Line("{seat:seat} sits down."),
    "seat_left": Line("{seat:seat} leaves the table."),
    "game_started": Line("The game begins; the order is {turn_order:seats}."),
    "seat_changed": Line(
        "Somebody else plays {seat:seat} from here on.",
        by="why",
        texts={
            "resigned": "{seat:seat} resigns; a bot plays on.",
            "returned": "{seat:seat} is back.",
            "timed_out": "{seat:seat} is out of time; a bot plays on.",
        },
    ),
    "seat_passed": Line("{seat:seat} is played by somebody else from here on."),
    "decision_timed_out": Line("{seat:seat} has let a deadline pass."),
    "clocks_paused": Line("The clocks rest."),
    "clocks_resumed": Line("The clocks go on."),
    "commits_undone": Line("The game goes back to version {to}."),
    "note_sealed": Line("A bot has noted why, for later."),
    "game_aborted": Line("The game is given up."),
    "game_finished": Line("The game is over."),
}


def sentence(line: Line, data: JsonObject, seats: Mapping[int, str], things: Mapping[str, str]) -> str:
    """`seats`: how each is called; `things`: what is called otherwise than its id says."""
    text = line.texts.get(str(data.get(line.by)), line.text) if line.by else line.text
    return _Words(seats, things).vformat(text, (), data)


def fields_of(text: str) -> Sequence[str]:
    """The fields of an event that a text names."""
    return [name for _, name, _, _ in Formatter().parse(text) if name]


class _Words(Formatter):
    """Puts values into a text as their fields say."""

    def __init__(self, seats: Mapping[int, str], things: Mapping[str, str]) -> None:
        self._seats = seats
        self._things = things

    def get_value(self, key: int | str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
        return kwargs.get(str(key))  # what is optional may be missing

    def format_field(self, value: object, format_spec: str) -> str:
        kind, _, noun = format_spec.partition(" ")
        if isinstance(value, list | tuple):
            return _number(len(value), noun) if kind == "count" else _listed([self._one(each, kind) for each in value])
        if isinstance(value, Mapping):
            return _listed([f"{number} {good}" for good, number in value.items() if number])
        return _number(int(str(value or 0)), noun) if kind == "n" else self._one(value, kind)

    def _one(self, value: object, kind: str) -> str:
        match kind:
            case "seat" | "seats":
                return self._seats.get(value, "nobody") if isinstance(value, int) else "nobody"
            case "place" | "places":
                return self._things.get(str(value), str(value).replace("~", "–"))
            case "words" | "all":
                return str(value).replace("_", " ")
            case "nth":
                return ORDINALS.get(str(value), f"{value}th")
            case _:
                return str(value)


def _number(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _listed(words: Sequence[str]) -> str:
    """Words with commas and an "and"; nothing is said to be so."""
    if len(words) < 2:
        return words[0] if words else "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"
