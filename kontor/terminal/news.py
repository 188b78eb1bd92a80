"""Follow the events of a game page by page, so that a slow reader does not fall further and further behind."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kontor.client import Client

RESTORED = "The server was restored from a backup: the game continues from an earlier position."
WAIT = 20  # seconds of one long poll
PAGE = 200


@dataclass(frozen=True, slots=True)
class News:
    """A page of new events of a game.

    `is_over`: no more events will follow. `is_replaced`: the server was restored from a backup and no longer has the
    last event that was read. The next page begins at version 1.
    """

    items: Sequence[Mapping[str, Any]]
    version: int
    is_over: bool
    is_replaced: bool = False


def news(client: "Client", game: str, after: int, wait: int = WAIT) -> Iterator[News]:
    """Yield pages with the existing events of a game, then with new events, until the game has ended. An empty page
    means that nothing happened for a while.
    """
    from kontor.client import (
        Problem,
    )  # imported here, because it loads an HTTP client, which other commands do not need

    position = str(after)
    while True:
        asked = {"after": position, "limit": PAGE, "wait": wait}
        try:
            told = client.ask("GET", f"/v1/games/{game}/events", **asked)
        except Problem as problem:
            if problem.name != "log-replaced":
                raise
            after, position = 0, "0"
            yield News((), 0, False, is_replaced=True)
            continue
        items = told["items"]
        if items:
            after, position = items[-1]["version"], f"{items[-1]['version']}-{items[-1]['hash'][:12]}"
        is_over = told["status"] in ("finished", "aborted") and after >= told["version"]
        yield News(items, after, is_over)
        if is_over:
            return


def story(client: "Client", game: str, after: int) -> Iterator[Mapping[str, Any]]:
    """Yield the sentences about the events after a version."""
    path: str | None = f"/v1/games/{game}/story?after={after}"
    while path is not None:
        page = client.ask("GET", path)
        yield from page["items"]
        path = page["next"]
