"""A problem as a page, for whoever opened an address in a browser. It says what is wrong, and where to go instead."""

from flask import Request, Response, request

from kontor.service.http.pages.page import HTML, headers, html
from kontor.service.http.problem_answers import headers_of, told
from kontor.service.http.problems import KINDS, MEDIA_TYPE, Problem

API = "/v1/"


def wrong(problem: Problem) -> Response | None:
    """None: whoever asks is a program."""
    if not _is_by_a_person(request):
        return None
    text = html("wrong.html", name=problem.kind, kind=KINDS[problem.kind], problem=told(problem))
    found = {**headers(), **headers_of(problem), "Vary": f"Accept, {headers()['Vary']}"}
    return Response(text, problem.status, found, content_type=HTML)


def _is_by_a_person(asked: Request) -> bool:
    """Browsers would rather have HTML; whoever takes anything, as curl, is told what a program is told."""
    wants = asked.accept_mimetypes
    as_data = max(wants.quality(MEDIA_TYPE), wants.quality("application/json"))
    return not asked.path.startswith(API) and wants.quality("text/html") > as_data
