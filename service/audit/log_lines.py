"""The lines of a stored log, for a bundle: read page by page, sound or not."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.engine.log_pages import page_after
from kontor.service.store import Head, Logged, Store

PAGE = 500  # events that are read at a time

Show: TypeAlias = Callable[[Sequence[Logged]], Iterable[JsonObject]]


class LogLines:
    """A log up to `head`, as `show` shows it. `damaged`: the first version that was found not to be as it was written;
    whoever wants to be told of it at once is (`tell`)."""

    def __init__(
        self,
        store: Store,
        game_id: UUID,
        head: Head,
        show: Show,
        damaged: int | None = None,
        tell: Callable[[int], object] = lambda version: None,
    ) -> None:
        self._store = store
        self._game_id = game_id
        self._head = head
        self._show = show
        self._tell = tell
        self.damaged = damaged

    def __iter__(self) -> Iterator[JsonObject]:
        last = self._head.version
        for after in range(0, last, PAGE):
            page = page_after(self._store, self._game_id, after, min(PAGE, last - after), self._head)
            if self.damaged is None and page.damaged is not None:
                self.damaged = page.damaged
                self._tell(page.damaged)
            yield from self._show(page.events)
