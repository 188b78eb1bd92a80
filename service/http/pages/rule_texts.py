"""Convert the text of a rule from Markdown to HTML. All other text is escaped."""

import re
from collections.abc import Collection, MutableMapping, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

RULE_ID = re.compile(r"\b[A-Z]{2,}(?:-[A-Z0-9]+)*-\d+\b")
IS_SOURCE = re.compile(r"\[.*\]").fullmatch  # the source of a rule, which players do not need


class _RuleRenderer(RendererHTML):
    """A renderer of Markdown. It turns the ids of other rules into links. It puts a table into a box that can be
    scrolled, also by keyboard, because the table may be wider than the window."""

    def text(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        def link(found: re.Match[str]) -> str:
            return f'<a href="#{found[0]}">{found[0]}</a>' if found[0] in env["rules"] else found[0]

        return RULE_ID.sub(link, str(escape(tokens[idx].content)))

    def code_inline(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        text = tokens[idx].content
        form = '<small class="source">{}</small>' if IS_SOURCE(text) else "<code>{}</code>"
        return str(Markup(form).format(text))

    def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        return '<div class="wide" tabindex="0"><table>'

    def table_close(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        return "</table></div>"


_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True, "xhtmlOut": False}, renderer_cls=_RuleRenderer)
_MARKDOWN.enable("table").disable(["link", "image", "autolink", "code"])


def to_html(text: str, rules: Collection[str]) -> Markup:
    """Return the text of a rule as HTML: paragraphs, lists and tables. `rules`: the ids that become links."""
    return Markup(_MARKDOWN.render(text, {"rules": rules}))
