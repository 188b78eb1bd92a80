// The page with the apps that may use the account.

import { call, get } from "./api.js";
import { showAccount } from "./account.js";
import { fill, h, shown } from "./dom.js";
import { say, texts, when } from "./words.js";

function line(app) {
  const revoke = async () => {
    await call("DELETE", `/v1/me/apps/${app.id}`);
    await list();
  };
  return h("article", { class: "card" }, h("h2", {}, app.app), h("ul", {}, app.scopes.map((each) => h("li", {}, texts.consent.scopes[each]))),
    h("p", { class: "about" }, say(texts.apps.since, { since: when(app.created_at), used: when(app.used_at) })),
    h("button", { type: "button", onclick: revoke }, texts.apps.revoke));
}

async function list() {
  const { items } = await get("/v1/me/apps");
  fill(shown("apps"), items.length ? items.map(line) : h("p", { class: "empty" }, texts.apps.none));
}

if (await showAccount()) await list();
else fill(shown("apps"), h("p", {}, texts.apps.sign_in));
document.body.dataset.ready = "";
