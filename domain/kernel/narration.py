"""Sentences about events, as data: one for each kind of event. To add a language, add a table.

A text has fields of the event in braces, each with its kind: `{seat:seat}`, `{post:place}`, `{traders:n trader}`.
`{traders+merchants:pieces}` counts two fields together. `{moves:each}` is a list whose items have their own fields.
Only the public part of an event is used, so a sentence cannot reveal a secret.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter

from kontor.domain.kernel.canonical import JsonObject

NOTHING = "nothing"
TOGETHER = "+"  # between fields that are counted together
ORDINALS = {"1": "first", "2": "second", "3": "third"}


@dataclass(frozen=True, slots=True)
class Line:
    """The sentence about one kind of event, and the rule behind it. `by`: a field whose value selects one of `texts`
    instead (`accept+lapsed` joins two fields, as "True+None"). `each`: the text of an item of a list. `also`: by field,
    a further text if the field is not empty. `minor`: players need not read it, because another sentence or the
    position says the same."""

    text: str
    rule: str | None = None
    by: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    each: "Line | None" = None
    also: Mapping[str, str] = field(default_factory=dict)
    minor: bool = False


Story = Mapping[str, Line]  # the sentence for each event, by its name in the log

KERNEL: Story = {
    "game_created": Line("The game is created."),
    "seat_taken": Line("{seat:seat} sits down."),
    "seat_left": Line("{seat:seat} leaves the table."),
    "game_started": Line("The game begins; the order is {turn_order:seats}."),
    "seat_changed": Line(
        "Another player plays {seat:seat} from now on.",
        by="why",
        texts={
            "resigned": "{seat:seat} resigns; a bot takes over.",
            "returned": "{seat:seat} is back.",
            "timed_out": "{seat:seat} is out of time; a bot takes over.",
        },
    ),
    "seat_passed": Line("Another player takes over {seat:seat} from now on."),
    "decision_timed_out": Line("{seat:seat} has let a deadline pass."),
    "clocks_paused": Line(
        "The clocks are paused.",
        by="why",
        texts={
            "agreed": "All agree to pause the clocks.",
            "vacation": "{seat:seat} is away; the clocks are paused.",
        },
    ),
    "clocks_resumed": Line("The clocks run again."),
    "commits_undone": Line(
        "The game goes back to version {to}.",
        by="why",
        texts={
            "own_turn": "A player takes a command back: the game goes back to version {to}.",
            "agreed": "All agree to go back to version {to}.",
        },
    ),
    "note_sealed": Line("A note explains the next decision. It is sealed until the end.", minor=True),
    "game_aborted": Line(
        "The game is aborted.",
        by="reason",
        texts={
            "creator": "The creator aborts the game.",
            "agreed": "All agree to abort the game.",
            "timed_out": "The game is aborted: a player is out of time.",
            "abandoned": "The game ends without a result: no player continued it.",
        },
    ),
    "game_finished": Line("The game is over."),
}


def sentence(line: Line, data: JsonObject, seats: Mapping[int, str], things: Mapping[str, str]) -> str:
    """Return the sentence about an event. `data`: the fields of the event. `seats`: the names of the seats. `things`:
    the names of objects whose name is not their id."""
    words = _Words(seats, things, line.each)
    also = [text for name, text in line.also.items() if data.get(name)]
    return " ".join(words.vformat(text, (), data) for text in (_text(line, data), *also))


def subject(line: Line, data: JsonObject) -> int | None:
    """Return the first seat that the sentence about an event names, or None."""
    fields = Formatter().parse(_text(line, data))
    seats = [data.get(name) for _, name, kind, _ in fields if name and kind == "seat"]
    return next((seat for seat in seats if isinstance(seat, int)), None)


def _text(line: Line, data: JsonObject) -> str:
    value = TOGETHER.join(str(data.get(name)) for name in line.by.split(TOGETHER))
    return line.texts.get(value, line.text)


def fields_of(text: str) -> Sequence[str]:
    """Return the names of the event fields that a text contains."""
    return [each for _, name, _, _ in Formatter().parse(text) if name for each in name.split(TOGETHER)]


class _Words(Formatter):
    """A formatter that inserts the fields of an event into a text, according to their kinds."""

    def __init__(self, seats: Mapping[int, str], things: Mapping[str, str], each: Line | None) -> None:
        self._seats = seats
        self._things = things
        self._each = each

    def get_value(self, key: int | str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
        first, *others = str(key).split(TOGETHER)
        if others:
            return {name: kwargs.get(name) for name in (first, *others)}
        return kwargs.get(first)  # an optional field may be missing

    def format_field(self, value: object, format_spec: str) -> str:
        kind, _, noun = format_spec.partition(" ")
        if isinstance(value, list | tuple):
            return self._several(value, kind, noun)
        if isinstance(value, Mapping):
            counted = [(int(str(number)), name) for name, number in value.items() if number]
            return _join([_number(n, name[:-1]) if kind == "pieces" else f"{n} {name}" for n, name in counted])
        return _number(int(str(value or 0)), noun) if kind == "n" else self._one(value, kind)

    def _several(self, values: Sequence[object], kind: str, noun: str) -> str:
        if kind == "count":
            return _number(len(values), noun)
        if kind == "each":
            items = [self._item(value) for value in values]
            is_list = any(" and " in item or ", " in item for item in items)  # commas would not separate the items
            return ("; " if is_list else ", ").join(items) or NOTHING
        return _join([self._one(value, kind) for value in values])

    def _item(self, value: object) -> str:
        if self._each is None or not isinstance(value, Mapping):
            raise ValueError("the kind `each` needs a list of objects, and a text for its items")
        return sentence(self._each, value, self._seats, self._things)

    def _one(self, value: object, kind: str) -> str:
        match kind:
            case "seat" | "seats":
                return self._seats.get(value, "nobody") if isinstance(value, int) else "nobody"
            case "place" | "places":
                return self._things.get(str(value), str(value).replace("~", "–"))
            case "words" | "all":
                return self._things.get(str(value), str(value).replace("_", " "))
            case "nth":
                return ORDINALS.get(str(value), f"{value}th")
            case _:
                return NOTHING if value is None else str(value)


def _number(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _join(words: Sequence[str]) -> str:
    """Join words with commas and "and". An empty list gives "nothing"."""
    if len(words) < 2:
        return words[0] if words else NOTHING
    return f"{', '.join(words[:-1])} and {words[-1]}"
