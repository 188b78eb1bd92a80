// A refusal next to the board: the text of the server, and the rule.

import { get } from "./api.js";
import { h } from "./dom.js";
import { rulePage, say, texts } from "./words.js";

export function refusalBox({ rule, rule_href: href, detail }) {
  const box = h("div", { class: "refusal", role: "alert" }, rule && h("strong", {}, texts.form.refused), h("p", {}, detail));
  if (rule) showRule(box, href, rule);
  return box;
}

async function showRule(box, href, rule) {
  const { text = "" } = await get(href);
  box.append(h("blockquote", {}, h("a", { href: rulePage(href) }, say(texts.form.rule, { rule })), " ", beginning(text)));
}

// Return the first paragraph without formatting. The page of the rules has the whole text.
const beginning = (text) => text.split(/\n\s*(?:\n|\|)/)[0].replace(/`\[[^`]*\]`|[*`]/g, "").trim();
