// Form controls: a select list, a control with a label and a description, and a control with an error.

import { h } from "./dom.js";

export const list = (given, choices) => h("select", given, choices.map(([value, text]) => h("option", { value: String(value) }, text)));

export const select = (name, choices, onchange) => list({ name, onchange }, choices);

export const labelled = (text, control, about) => h("label", {}, text, control, about && h("small", {}, about));

// Show an error at a control. Open the fold that contains it.
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
