// The setting to confirm each command before the page sends it. This browser stores it.

import { h } from "./dom.js";
import { texts } from "./words.js";

const KEY = "kontor.confirm";

export const sendsAtOnce = () => !localStorage.getItem(KEY);

export function confirmBox() {
  const set = (event) => (event.target.checked ? localStorage.setItem(KEY, "1") : localStorage.removeItem(KEY));
  return h("label", { class: "setting" }, h("input", { type: "checkbox", checked: !sendsAtOnce(), onchange: set }), " ", texts.form.confirm);
}
