// Ask the person to confirm an action in a dialog, and show refusals of the server.

import { Problem } from "./api.js";
import { list } from "./controls.js";
import { fill, h } from "./dom.js";
import { texts } from "./words.js";

// Run an action. Show the text of the server if it refuses.
export async function orTold(notice, action) {
  fill(notice);
  try {
    await action();
  } catch (refused) {
    if (!(refused instanceof Problem)) throw refused;
    fill(notice, h("p", { class: "bad" }, refused.message));
  }
}

// Return the value of the control (true without one), or null if the person cancels.
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
