"""The settings of a game. The creator chooses them, and they never change. The request to create a game and the row of
the game contain the same settings.

CONTRIBUTING.md lists what a new setting needs.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Annotated, Any, Literal, TypeAlias

from kontor.domain.kernel.model import Doc, Range

Visibility: TypeAlias = Literal["public", "unlisted", "private"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenSettings:
    """The settings of a game that a client may choose. None means that the game uses the server's setting.

    The request to create a game and the summary of a game have these fields, with these descriptions."""

    visibility: Annotated[
        Visibility,
        Doc(
            "Who may read the game: `public` any client, `unlisted` any client that knows its id, `private` its "
            "players."
        ),
    ] = "public"
    practice: Annotated[
        bool,
        Doc("True: a practice game, in which commands can be undone and a bot gives hints. This never changes."),
    ] = False
    bot_milliseconds: (
        Annotated[int, Range(10, 10_000), Doc("Milliseconds that a bot may think about a decision.")] | None
    ) = None
    bot_patience: (
        Annotated[int, Range(0, 3600), Doc("Seconds that a bot waits for people after it has asked them something.")]
        | None
    ) = None
    bots_welcome: Annotated[bool, Doc("Whether accounts that are bots may sit down without being invited.")] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings(ChosenSettings):
    """All settings of a game. `by_invitation`: the seats that only invited accounts may take."""

    by_invitation: tuple[int, ...] = ()


DEFAULTS = GameSettings()


def chosen_settings(settings: ChosenSettings) -> dict[str, Any]:
    """Return the settings that a client may choose, by name."""
    return {field.name: getattr(settings, field.name) for field in fields(ChosenSettings)}


def write_settings(settings: GameSettings) -> dict[str, Any]:
    """Return all settings as JSON, even those with default values. Otherwise a later change of a default would change
    the game."""
    return asdict(settings)


def read_settings(stored: Mapping[str, Any]) -> GameSettings:
    """Read the settings from a game's row. Ignore settings that only a newer release knows."""
    known = {field.name: stored[field.name] for field in fields(GameSettings) if field.name in stored}
    return GameSettings(**{**known, "by_invitation": tuple(known.get("by_invitation", ()))})
