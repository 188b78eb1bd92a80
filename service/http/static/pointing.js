// Mark the places that a button of the form names, while the pointer or the keyboard focus is on it: several places can have
// the same name.

import { scalars } from "./options.js";

export class Pointing {
  constructor(element, board) {
    Object.assign(this, { board, ids: [] });
    ["pointerover", "focusin"].forEach((name) => element.addEventListener(name, ({ target }) => this.at(target.closest("[data-choice], [data-command]"))));
    ["pointerleave", "focusout"].forEach((name) => element.addEventListener(name, () => this.at(null)));
  }

  // `button`: the button, or null to remove the marks.
  at(button) {
    this.ids.forEach((each) => this.board.point(each, false));
    this.ids = button ? [...scalars(JSON.parse(button.dataset.command ?? button.dataset.choice))] : [];
    this.ids.forEach((each) => this.board.point(each, true));
  }
}
