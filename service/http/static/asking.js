// Asking: for a word before something that cannot be taken back, by a dialog; and the server for something it may refuse.

import { Refused } from "./api.js";
import { list } from "./controls.js";
import { fill, h } from "./dom.js";
import { texts } from "./words.js";

// Does something; if it is refused, that is told, in the server's words.
export async function orTold(notice, action) {
  fill(notice);
  try {
    await action();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    fill(notice, h("p", { class: "bad" }, refused.message));
  }
}

// The value of the control (true where there is none), or null if they would rather not.
export function asked(question, yes, control = null) {
  return new Promise((done) => {
    const box = h("dialog", { "aria-labelledby": "question" });
    const close = (answer) => {
      box.close();
      box.remove();
      done(answer);
    };
    fill(box, h("p", { id: "question" }, question), control && h("p", {}, control), h("div", { class: "row" },
      h("button", { type: "button", class: "primary", onclick: () => close(control ? control.value : true) }, yes),
      h("button", { type: "button", onclick: () => close(null) }, texts.affairs.cancel)));
    box.addEventListener("cancel", () => close(null));
    document.body.append(box);
    box.showModal();
  });
}

export const choice = (label, choices) => list({ "aria-label": label }, choices);
