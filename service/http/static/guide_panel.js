// The short page "How to play" in a panel beside the board.

import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { paint } from "./preferences.js";
import { texts } from "./words.js";

// Return a button that opens the panel. The panel leaves the board usable.
export function guideButton(address) {
  const box = h("dialog", { class: "side", "aria-label": texts.guide.title });
  const close = h("button", { type: "button", onclick: () => box.close() }, texts.guide.close);
  const button = h("button", { type: "button", "aria-haspopup": "dialog", onclick: () => open() }, texts.guide.title);
  box.addEventListener("keydown", (event) => event.key === "Escape" && box.close());
  box.addEventListener("close", () => button.focus());
  const open = async () => {
    if (!box.isConnected) {
      const page = new DOMParser().parseFromString(await get(address), "text/html");
      const article = document.adoptNode(page.querySelector("article"));
      fill(box, h("p", { class: "row" }, close, h("a", { href: address }, texts.guide.page), h("a", { href: address.replace(/\/[^/]+$/, "") }, texts.guide.complete)), article);
      document.body.append(box);
      paint(box);
    }
    if (!box.open) box.show();
    close.focus();
  };
  return button;
}
