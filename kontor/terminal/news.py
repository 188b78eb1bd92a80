"""Follow a game page by page, so that a slow reader does not fall further and further behind."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kontor.client import Client

WAIT = 20  # seconds of one long poll
PAGE = 200


@dataclass(frozen=True, slots=True)
class News:
    """Events after one version up to another. `is_over`: no more will follow."""

    items: Sequence[Mapping[str, Any]]
    version: int
    is_over: bool


def news(client: "Client", game: str, after: int, wait: int = WAIT) -> Iterator[News]:
    """Yield existing events, then new ones, until the game has ended. An empty page means that nothing happened for a
    while."""
    while True:
        asked = {"after": after, "limit": PAGE, "wait": wait}
        told = client.ask("GET", f"/v1/games/{game}/events", **asked)
        items = told["items"]
        after = items[-1]["version"] if items else after
        is_over = told["status"] in ("finished", "aborted") and after >= told["version"]
        yield News(items, after, is_over)
        if is_over:
            return


def story(client: "Client", game: str, after: int) -> Iterator[Mapping[str, Any]]:
    """Yield the sentences after a version."""
    path: str | None = f"/v1/games/{game}/story?after={after}"
    while path is not None:
        page = client.ask("GET", path)
        yield from page["items"]
        path = page["next"]
