"""Pages that explain each problem, at the address that is its `type`."""

from flask import Response

from kontor.service.http.pages.page import blp, page
from kontor.service.http.problems import KINDS, not_found


@blp.get("/problems")
def problems() -> Response:
    return page("problems.html", kinds=KINDS)


@blp.get("/problems/<name>")
def problem(name: str) -> Response:
    kind = KINDS.get(name)
    if kind is None:
        raise not_found()
    return page("problem.html", name=name, kind=kind)
