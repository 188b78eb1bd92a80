// Correct the labels of RapiDoc for screen readers: name its fields, and keep one main landmark on the page.

import { texts } from "./words.js";

function named(root) {
  root.querySelectorAll("main").forEach((each) => Object.entries({ role: "region", "aria-label": texts.docs.call }).forEach(([name, value]) => each.setAttribute(name, value)));
  root.querySelectorAll("input, textarea, select").forEach((each) => {
    const name = each.dataset.pname ?? (each.matches("select") ? texts.docs.example : texts.docs.body);
    if (!each.hasAttribute("aria-label")) each.setAttribute("aria-label", name);
  });
}

// Also in parts that appear later, and in shadow roots.
export function labelled(element) {
  const seen = new Set();
  const look = (root) => {
    named(root);
    if (!seen.has(root)) new MutationObserver(() => look(root)).observe(root, { childList: true, subtree: true });
    seen.add(root);
    root.querySelectorAll("*").forEach((each) => each.shadowRoot && !seen.has(each.shadowRoot) && look(each.shadowRoot));
  };
  element.updateComplete.then(() => look(element.shadowRoot));
}
