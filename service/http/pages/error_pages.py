"""Show a problem as an HTML page if a person opened the address in a browser."""

from flask import Request, Response, request

from kontor.service.http.pages.page import HTML, headers, html
from kontor.service.http.problem_answers import headers_of, problem_body
from kontor.service.http.problems import KINDS, MEDIA_TYPE, Problem

API = "/v1/"


def error_page(problem: Problem) -> Response | None:
    """Return an HTML page about a problem, or None if the client is not a browser."""
    if not _is_by_a_person(request):
        return None
    text = html("wrong.html", name=problem.kind, kind=KINDS[problem.kind], problem=problem_body(problem))
    found = {**headers(), **headers_of(problem), "Vary": f"Accept, {headers()['Vary']}"}
    return Response(text, problem.status, found, content_type=HTML)


def _is_by_a_person(asked: Request) -> bool:
    """Return whether the client prefers HTML to JSON. The program curl accepts any type, so it gets JSON."""
    wants = asked.accept_mimetypes
    as_data = max(wants.quality(MEDIA_TYPE), wants.quality("application/json"))
    return not asked.path.startswith(API) and wants.quality("text/html") > as_data
