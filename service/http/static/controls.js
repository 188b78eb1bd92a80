// Controls of a form: a list to choose from, and a control with its name and what it is about.

import { h } from "./dom.js";

export const select = (name, choices, onchange) =>
  h("select", { name, onchange }, choices.map(([value, text]) => h("option", { value: String(value) }, text)));

export const labelled = (text, control, about) => h("label", {}, text, control, about && h("small", {}, about));
