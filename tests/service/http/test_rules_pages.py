"""The rules as people read them."""

import re

import pytest
from flask import Flask

from kontor.service.http.pages.rule_texts import to_html
from tests.support.callers import Caller
from tests.support.rulesets import SHIPPED


def test_every_rule_of_a_ruleset_is_on_its_page_at_its_id(shipped_app: Flask) -> None:
    nobody = Caller(shipped_app)
    for name in SHIPPED:
        answer = nobody.get(f"/rules/{name}")
        assert (answer.status_code, answer.mimetype) == (200, "text/html")
        ids = re.findall(r'<section class="rule" id="([^"]+)">', answer.text)
        assert ids == [each["id"] for each in nobody.get(f"/v1/rulesets/{name}/rules").json["items"]]
        assert "**" not in answer.text
        assert "| ---" not in answer.text
        leads = set(re.findall(r'href="#([^"]+)"', answer.text)) - {"main"}
        assert leads <= set(re.findall(r'id="([^"]+)"', answer.text))


def test_a_chapter_heads_its_rules(shipped_app: Flask) -> None:
    text = Caller(shipped_app).get("/rules/hansa").text
    heading, rule = text.index(">7. Action Place (HT-PLACE)</h2>"), text.index('id="HT-PLACE-1"')
    assert heading < rule < text.index(">8. Action Displace (HT-DISPLACE)</h2>")
    assert "How to read this document" not in text, "no rule stands there"


def test_a_page_of_rules_is_packed_and_sent_once_and_runs_nothing(nobody: Caller) -> None:
    packed = nobody.get("/rules/tiny", **{"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Vary"] == "Accept-Language, Cookie, Accept-Encoding"
    assert packed.headers["Cache-Control"] == "no-cache"
    assert "script-src 'self'" in packed.headers["Content-Security-Policy"]
    again = nobody.get("/rules/tiny", **{"If-None-Match": packed.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert "<h1>Market day</h1>" in nobody.get("/rules/tiny").text, "its rules have no other heading"


def test_there_is_no_page_of_a_ruleset_that_is_not_served(nobody: Caller) -> None:
    assert nobody.get("/rules/none").status_code == 404


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("A <b> & *more*.", "<p>A &lt;b&gt; &amp; <em>more</em>.</p>"),
        ("One\ntwo\n\nthree", "<p>One<br>two</p><p>three</p>"),
        ("**Pay `1` *or* not**", "<p><strong>Pay <code>1</code> <em>or</em> not</strong></p>"),
        ("2 * 3 * 4 `a*b*`", "<p>2 * 3 * 4 <code>a*b*</code></p>"),
        ("See XX-1 and XX-2.", '<p>See <a href="#XX-1">XX-1</a> and XX-2.</p>'),
        ("So. `[004 <x>]`", '<p>So. <small class="source">[004 &lt;x&gt;]</small></p>'),
        ("[a](//x) ![b](//y) <//z>", "<p>[a](//x) ![b](//y) &lt;//z&gt;</p>"),
        ("Of:\n- one\n- two", "<p>Of:</p><ul><li>one</li><li>two</li></ul>"),
        (
            "| a | b |\n| --- | --- |\n| 1 | <i> |",
            '<div class="wide" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead>'
            "<tbody><tr><td>1</td><td>&lt;i&gt;</td></tr></tbody></table></div>",
        ),
    ],
)
def test_the_markdown_of_a_rule_is_shown_and_all_else_escaped(text: str, html: str) -> None:
    assert to_html(text, {"XX-1"}).replace("\n", "") == html
