"""HTML pages: the home page, games, rules, and the documentation of the API and of its problems.

The pages use plain HTML and JavaScript modules without a build step, and load nothing from other hosts.
"""

from kontor.service.http.pages import (  # noqa: F401 (they register)
    assets,
    consent_page,
    descriptions,
    guides,
    manual,
    plain_pages,
    recorded_games,
    rules,
)
from kontor.service.http.pages.error_pages import error_page
from kontor.service.http.pages.page import blp

__all__ = ["blp", "error_page"]
