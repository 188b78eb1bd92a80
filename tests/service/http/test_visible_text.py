"""What people call themselves and their boards can be seen by others, as it is written."""

import pytest

from kontor.service.http.problems import Problem
from kontor.service.http.visible_text import require_visible_name
from tests.support.callers import Caller, a_game, problem

INVISIBLE = {
    "zero width space alone": "\u200b",
    "zero width space inside": "An\u200bna",
    "right-to-left override": "Anna\u202egpj.exe",
    "an isolate": "\u2067Anna\u2069",
    "a mark of direction": "Anna\u200f",
    "soft hyphen": "An\u00adna",
    "byte order mark": "\ufeffAnna",
    "line separator": "An\u2028na",
    "a control character": "An\u0085na",
    "for private use": "\ue000Anna",
    "nobody's character": "Anna\ufdd0",
    "a tag": "\U000e0041nna",
    "a joiner alone": "\u200d",
    "a joiner between words": "Anna\u200d Ben",
    "joiners in a row": "An\u200d\u200dna",
    "a tower of accents": "A" + "\u0301\u0302" * 30,
    "accents alone": "\u0301\u0302",
    "Hangul filler": "\u3164\u3164",
    "Braille blank": "\u2800",
    "points alone": "...",
}
VISIBLE = [
    "Anna",
    "Åsa-Lïv O’Neill",
    "Зоя",
    "张伟",
    "محمد",
    "می\u200cخواهم",
    "क्\u200dष",
    "Nguyê\u0303n",
    "👩\u200d💻",
    "❤\ufe0f",
    "👩\u200d❤\ufe0f\u200d👩",
    "7",
    "☃",
    "Anna (2)",
]


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_an_invisible_name_is_refused_with_advice(nobody: Caller, name: str) -> None:
    errors = problem(nobody.post("/v1/accounts", {"name": name}), 400, "unreadable")["errors"]
    assert errors[0]["pointer"] == "/name"
    assert errors[0]["message"].endswith(("; remove it", "; remove some", "visible letter, digit or symbol"))


@pytest.mark.parametrize("name", VISIBLE)
def test_a_name_of_any_script_is_taken(name: str) -> None:
    require_visible_name("/name", name)


def test_every_name_that_people_choose_is_checked(anna: Caller, nobody: Caller) -> None:
    hidden = "An\u202ena"
    token = anna.post(f"{a_game(anna, 'me', 'open')}/seats/2/invitations").json["token"]
    for answer, pointer in (
        (anna.call("PATCH", "/v1/me", {"name": hidden}), "/name"),
        (anna.post("/v1/me/keys", {"label": hidden}), "/label"),
        (nobody.post("/v1/invitations/accept", {"invitation": token, "name": hidden}), "/name"),
    ):
        assert problem(answer, 400, "unreadable")["errors"][0]["pointer"] == pointer, answer.text


def test_a_sentence_names_the_character() -> None:
    with pytest.raises(Problem, match=r"U\+202E"):
        require_visible_name("/name", "\u202eAnna")
