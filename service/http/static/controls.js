// Controls of a form: a list to choose from, a control with its name and what it is about, and one that something is wrong with.

import { h } from "./dom.js";

export const list = (given, choices) => h("select", given, choices.map(([value, text]) => h("option", { value: String(value) }, text)));

export const select = (name, choices, onchange) => list({ name, onchange }, choices);

export const labelled = (text, control, about) => h("label", {}, text, control, about && h("small", {}, about));

// Shows what is wrong at a control, also one in a closed fold.
export function reveal(control, problem) {
  for (let fold = control.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", problem.id);
  control.focus();
}

export function accept(control) {
  control.removeAttribute("aria-invalid");
  control.removeAttribute("aria-describedby");
}
