// The page on which people type the code that a device shows, and let its program use their account.

import { get, post } from "./api.js";
import { required, showAccount } from "./account.js";
import { fill, h, shown } from "./dom.js";
import { say, texts } from "./words.js";

const form = shown("device");
const address = () => `/v1/me/apps/devices/${encodeURIComponent(form.elements.code.value.trim())}`;

async function orTold(action) {
  shown("problem").textContent = "";
  try {
    await action();
  } catch (refused) {
    shown("problem").textContent = refused.message;
  }
}

async function find() {
  const { app, scopes } = await get(address());
  const answer = (allow) => orTold(async () => {
    await post(address(), { allow });
    form.hidden = true;
    fill(shown("asked"), h("p", { class: "good" }, allow ? texts.device.allowed : texts.device.denied));
  });
  fill(shown("asked"), h("p", {}, say(texts.consent.asks, { app })), h("ul", {}, scopes.map((each) => h("li", {}, texts.consent.scopes[each]))),
    h("p", {}, texts.consent.cannot), h("p", {}, h("strong", {}, texts.device.warning), " ", texts.consent.later),
    h("p", { class: "row" }, h("button", { type: "button", class: "primary", onclick: () => answer(true) }, texts.consent.allow),
      h("button", { type: "button", onclick: () => answer(false) }, texts.consent.deny)));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await required()) await orTold(find);
});
form.elements.code.value = new URLSearchParams(location.search).get("user_code") ?? "";
await showAccount();
document.body.dataset.ready = "";
