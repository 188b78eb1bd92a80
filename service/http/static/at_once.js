// The setting to send a complete command without confirmation. This browser stores it.

import { h } from "./dom.js";
import { texts } from "./words.js";

const KEY = "kontor.at-once";

export const sendsAtOnce = () => Boolean(localStorage.getItem(KEY));

export function atOnceBox() {
  const set = (event) => (event.target.checked ? localStorage.setItem(KEY, "1") : localStorage.removeItem(KEY));
  return h("label", { class: "at-once" }, h("input", { type: "checkbox", checked: sendsAtOnce(), onchange: set }), " ", texts.form.at_once);
}
