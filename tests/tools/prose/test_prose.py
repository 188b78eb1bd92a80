"""The prose check finds bad text and lets good text pass; the areas in force have no flaw."""

import ast

import pytest

from tests.support.paths import ROOT
from tests.tools.prose import areas
from tests.tools.prose.checks import flaws_of, flaws_of_page
from tests.tools.prose.names import participles
from tests.tools.prose.passages import Passage, of_docstrings, of_markdown, of_messages, of_texts

pytestmark = pytest.mark.unit

LONG = "The server " + "stores one more value and " * 6 + "stops."


def found(text: str, **given: bool) -> list[str]:
    return [what for _, what in flaws_of(Passage(1, "docstring", text, **given))]


@pytest.mark.parametrize(
    "text",
    [
        "Whoever asks gets the answer.",
        "The value stands beside the log.",
        "The player is told of the move.",
        "The worker plays what is owed.",
        "Nobody can read it.",
        "The job begins anew.",
        "A key of one's own is needed.",
        "The others wait.",
        "All clocks shall rest.",
        "The streams go on.",
        "The caller looks at the log.",
        "What is stored stays.",
        "Who joins first moves first.",
        "One rule; another rule; a third rule.",
        LONG,
    ],
)
def test_a_bad_sentence_is_found(text: str) -> None:
    assert found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Return the newest version, or None if the game does not exist.",
        "The server stores the receipt in the same statement.",
        "What does a receipt prove?",
        "What-if requests try a command.",
        "The REST service reads the rest of the body.",
        "SSE stands for server-sent events.",
        "Each resource has chips of its own colour.",
        "The worker looks up the account in the cache.",
        "The field `told_by` names the table `debts`.",
        "See [the reference](whoever/anew.md).",
        "The server stores it. " * 9,
        "The server is at http://127.0.0.1:8080. " + "The server stores it. " * 5,
        "A seat carries out a standing order.",
        f"A seat places it {'(HT-PLACE-1, -2)' * 30}.",
        "The server pauses, e.g. Redis is away, i.e. It does not answer, " + "and " * 10 + "waits.",
    ],
)
def test_a_good_sentence_passes(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "is_good"),
    [
        ("Return the version.", True),
        ("The version of a game.", True),
        ("Signed bytes of a receipt.", True),
        ("Seed of the dice.", True),
        ("Told of every step.", False),
        ("Drawn from the bag, in order.", False),
        ("Whether the seat is open.", True),
        ("Where the seat is stored.", False),
        ("How many there are.", False),
        ("Returns the version.", False),
    ],
)
def test_a_docstring_of_a_function_begins_with_an_imperative_or_a_noun(text: str, is_good: bool) -> None:
    assert (found(text, is_function=True) == []) is is_good


@pytest.mark.parametrize(
    ("text", "is_good"),
    [
        ("When it was created.", False),
        ("How long it took.", False),
        ("Where they are.", False),
        ("When the key was created.", True),
        ("Item 3 is missing.", True),
    ],
)
def test_a_message_does_not_begin_with_a_pronoun(text: str, is_good: bool) -> None:
    assert (list(flaws_of(Passage(1, "message", text))) == []) is is_good


def test_the_description_of_a_field_begins_with_a_noun() -> None:
    assert found("A picture. `size`: of the map.")
    assert not found("A picture. `size`: the size of the map.")


@pytest.mark.parametrize("name", ["told", "_written", "judged", "unasked", "unseen", "_kept"])
def test_a_function_named_by_a_participle_is_found(name: str) -> None:
    tree = ast.parse(f"x = 1\ndef {name}(): ...\nclass Log:\n    def {name}(self): ...")
    assert [line for line, _ in participles(tree)] == [2]


@pytest.mark.parametrize("name", ["write", "seed", "_feed", "is_told", "told_dice", "legal"])
def test_a_function_with_another_name_passes(name: str) -> None:
    assert not list(participles(ast.parse(f"def {name}(): ...")))


def test_the_line_of_a_flaw_is_the_line_in_the_file() -> None:
    tree = ast.parse('def f():\n    """Return it.\n\n    The rest is read.\n    It is made anew."""\n')
    (passages,) = [[each for each in of_docstrings(tree) if "anew" in each.text]]
    assert [line for each in passages for line, _ in flaws_of(each)] == [5]


def test_markdown_is_split_into_headings_paragraphs_items_and_cells() -> None:
    text = "# Title\n\nOne\ntwo.\n- item\n  of two lines\n1. next"
    table = "| a | b |\n| --- | --- |\n| c \\| d | e |"
    split = [(each.kind, each.text) for each in of_markdown(f"{text}\n\n{table}\n```sh\ncode\n```\nLast.")]
    assert split == [
        ("heading", "Title"),
        ("paragraph", "One\ntwo."),
        ("item", "- item\nof two lines"),
        ("item", "1. next"),
        *[("cell", each) for each in ("a", "b", "c \\| d", "e")],
        ("paragraph", "Last."),
    ]


def test_the_layout_of_a_page_has_limits() -> None:
    row, wide, paragraph = f"| {'a ' * 70}|", "a " * 61, "one line\n" * 6
    assert list(flaws_of_page(f"{row}\n\n```\n{wide}\n```\n")) == []
    assert list(flaws_of_page(wide)) == [(1, "line of 122 columns, limit 120")]
    assert list(flaws_of_page(f"# A\n\n{paragraph}")) == [(3, "paragraph of 6 lines, limit 5")]
    assert list(flaws_of_page("\n" * 201)) == [(1, "page of 201 lines, limit 200")]
    assert list(flaws_of_page("\n" * 201, any_length=True)) == []


def test_messages_are_texts_of_errors_log_lines_help_and_whole_sentences() -> None:
    code = '''
"""A docstring."""
raise Problem("not-found", f"The game {game} is not here.")
logger.warning("redis unreachable", error=str(error))
click.option("--port", help="listen on this port")
ADVICE = {"key": "Send the request again later."}
connection.execute("SELECT this FROM that")
'''
    assert [each.text for each in of_messages(ast.parse(code))] == [
        "The game X is not here.",
        "redis unreachable",
        "listen on this port",
        "Send the request again later.",
    ]


def test_ui_texts_have_their_lines() -> None:
    assert list(of_texts('{\n "a": "Play",\n "b": {"c": "Play",\n "d": ["Stop"]}}')) == [
        Passage(2, "message", "Play"),
        Passage(3, "message", "Play"),
        Passage(4, "message", "Stop"),
    ]


def test_an_area_in_force_includes_the_areas_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(areas, "IN_FORCE", ("ui", "docstrings:service"))
    assert [areas.is_in_force(each) for each in ("ui", "docstrings:service", "docstrings:service/http")] == [True] * 3
    assert [areas.is_in_force(each) for each in ("docs:top", "messages:service", "docstrings:serviced")] == [False] * 3


def test_every_entry_names_an_area_or_a_file_that_exists() -> None:
    assert [each for each in (*areas.EXEMPT, *areas.FREE_LAYOUT, *areas.ANY_LENGTH) if not (ROOT / each).exists()] == []
    known = {area for area, _, _ in areas.passages()} | {"names"}
    assert [e for e in areas.IN_FORCE if not any(a == e or a.startswith((f"{e}:", f"{e}/")) for a in known)] == []
