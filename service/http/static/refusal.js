// A refusal beside the board: what the server said, and the rule that stands behind it.

import { h } from "./dom.js";
import { rulePage, say, texts } from "./words.js";

export function refusalBox({ rule, rule_href: href, detail }) {
  const box = h("div", { class: "refusal", role: "alert" }, rule && h("strong", {}, texts.form.refused), h("p", {}, detail));
  if (rule) showRule(box, href, rule);
  return box;
}

async function showRule(box, href, rule) {
  const { text = "" } = await fetch(href).then((answer) => answer.json());
  box.append(h("blockquote", {}, h("a", { href: rulePage(href) }, say(texts.form.rule, { rule })), " ", beginning(text)));
}

// The first paragraph, without marks of how it is printed: the page of the rules has all of it.
const beginning = (text) => text.split(/\n\s*(?:\n|\|)/)[0].replace(/`\[[^`]*\]`|[*`]/g, "").trim();
