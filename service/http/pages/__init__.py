"""HTML pages: the home page, games, rules, the documentation of the API and of its problems.

They use plain HTML and JavaScript modules without a build step, and load nothing from other hosts.
"""

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
