// Share the address of a game, and download its log.

import { get } from "./api.js";
import { orTold } from "./dialogs.js";
import { h } from "./dom.js";
import { texts } from "./words.js";

// Open the share dialog of the device if it has one. Otherwise copy the address.
async function share(address, title, button) {
  if (navigator.share) return navigator.share({ title, url: address }).catch(() => {}); // closed by the person
  await navigator.clipboard?.writeText(address);
  button.textContent = texts.game.copied;
}

export function shareButton(address, title) {
  const button = h("button", { type: "button", onclick: () => share(address, title, button) }, texts.share.link);
  return button;
}

// The server lets only readers of the game have its log: ask with the key of this browser.
async function download({ id, href }) {
  const text = await get(`${href}/audit`);
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" })), download: `${id}.ndjson` });
  link.click();
  URL.revokeObjectURL(link.href);
}

export function logLink(game, notice = h("span", { role: "status" })) {
  return [h("button", { type: "button", onclick: () => orTold(notice, () => download(game)) }, texts.share.log), notice];
}
