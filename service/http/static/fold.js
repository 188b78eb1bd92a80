// On a narrow page the form covers much of the board: a button folds it.

import { h } from "./dom.js";
import { texts } from "./words.js";

// `folded`: for each question of the form, whether the form is folded. `asks`: the current question.
export function foldButton(element, folded, asks, title) {
  const set = (is) => {
    folded[asks] = is;
    element.toggleAttribute("data-folded", is);
    button.setAttribute("aria-expanded", String(!is));
  };
  const button = h("button", { type: "button", class: "fold", "aria-controls": "form", onclick: () => set(!folded[asks]) },
    title, asks === "board" && h("small", { class: "on-board" }, texts.form.tap));
  set(folded[asks]);
  return h("h3", { class: "folds" }, button);
}
