"""Pages for people: what this is, a table to play at, the documentation of the API and of its problems. Plain HTML,
modules of JavaScript without a build step, and nothing from another host."""

from kontor.service.http.pages import (  # noqa: F401 (they register)
    assets,
    descriptions,
    manual,
    operator,
    problem_pages,
    recorded,
    rules,
    tables,
)
from kontor.service.http.pages.page import blp
from kontor.service.http.pages.wrong import wrong

__all__ = ["blp", "wrong"]
