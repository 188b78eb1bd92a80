"""What happens in a game, as it happens: in pages, so that whoever is slow is not left ever further behind."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kontor.client import Client

WAIT = 20  # seconds that the server keeps us waiting at a time
PAGE = 200


@dataclass(frozen=True, slots=True)
class News:
    """Events behind a version, up to another one. `is_over`: there will be no more."""

    items: Sequence[Mapping[str, Any]]
    version: int
    is_over: bool


def news(client: "Client", game: str, after: int, wait: int = WAIT) -> Iterator[News]:
    """First what there is, then whatever comes, until the game has ended. Empty pages say that nothing has happened
    for a while."""
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
    """What happened behind a version, in sentences."""
    path: str | None = f"/v1/games/{game}/story?after={after}"
    while path is not None:
        page = client.ask("GET", path)
        yield from page["items"]
        path = page["next"]
