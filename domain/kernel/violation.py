"""The error of the rules, and the few errors of the kernel that all rulesets share."""

from kontor.domain.kernel.canonical import Json, JsonObject


class Violation(Exception):
    """A rule refuses a command. The message explains to a player what was wrong and what to do instead."""

    def __init__(self, rule: str, code: str, message: str, **facts: Json) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule
        self.code = code
        self.message = message
        self.facts: JsonObject = facts


class Refusal(Exception):
    """The kernel refuses a command before any rule is checked; `code` is the name of the problem."""

    code = "refused"

    def __init__(self, message: str, **facts: Json) -> None:
        super().__init__(message)
        self.facts: JsonObject = facts


class NotYourDecision(Refusal):
    code = "not-your-decision"


class GameOver(Refusal):
    code = "game-over"


class NotStarted(Refusal):
    code = "not-started"


class SeatTaken(Refusal):
    code = "seat-taken"


class DrawNotLast(Refusal):
    """A command with a turning point is not the last of its batch: commands must not be tried against the seed."""

    code = "draw-not-last"


class CannotUndo(Refusal):
    code = "cannot-undo"


class ClocksAsAsked(Refusal):
    """The clocks are paused already, or run already."""

    code = "clocks-as-asked"
