"""Many checks side by side, in processes of their own; what comes of them in the order in which they were asked for."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def side_by_side(work: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Iterator[R]:
    """What `work` makes of each task, by so many processes. Tasks are taken as they are needed: no more than twice
    as many as there are processes are held at a time. One process is this one."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting: deque[Future[R]] = deque()
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) == 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
