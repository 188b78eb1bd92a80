// Who plays in this browser: the key it keeps, and the dialog to open an account or to use one.

import { call, forget, get, keep, key, post } from "./api.js";
import { fill, h, shown } from "./dom.js";
import { say, texts } from "./words.js";

export async function account() {
  if (!key()) return null;
  try {
    return await get("/v1/me");
  } catch (refused) {
    if (refused.status !== 401) throw refused;
    forget(); // revoked, expired or of another server
    return null;
  }
}

// The corner of every page: who is signed in, or how to.
export async function showAccount() {
  const me = await account();
  const text = me ? say(texts.nav.signed_in, { name: me.name }) : texts.nav.key;
  fill(shown("account"), h("button", { type: "button", onclick: () => dialog(me).then((changed) => changed && location.reload()) }, text));
  return me;
}

// Whoever is here, after asking them if need be; null if they would rather not say.
export async function required() {
  return (await account()) ?? ((await dialog(null)) ? account() : null);
}

function dialog(me) {
  return new Promise((done) => {
    const problem = h("p", { class: "bad", role: "alert" });
    const box = h("dialog", { "aria-labelledby": "who" });
    const close = (changed) => {
      box.close();
      box.remove();
      done(changed);
    };
    const cancel = h("button", { type: "button", class: "quiet", onclick: () => close(false) }, texts.account.close);
    fill(box, h("h2", { id: "who" }, texts.account.title), me ? leaving(close) : [opening(box, close, problem), using(close, problem), problem], cancel);
    box.addEventListener("cancel", () => close(false));
    document.body.append(box);
    box.showModal();
  });
}

function leaving(close) {
  const leave = () => {
    forget();
    close(true);
  };
  return [h("p", {}, texts.account.leave_about), h("button", { type: "button", class: "primary", onclick: leave }, texts.account.leave)];
}

function opening(box, close, problem) {
  const name = h("input", { name: "name", maxlength: 80, required: true, autocomplete: "nickname" });
  const open = async (event) => {
    event.preventDefault();
    try {
      const made = await call("POST", "/v1/accounts", { name: name.value.trim() });
      keep(made.api_key);
      fill(box, madeKey(made.api_key), h("button", { type: "button", class: "primary", onclick: () => close(true) }, texts.account.close));
    } catch (refused) {
      problem.textContent = refused.message;
    }
  };
  return h("form", { onsubmit: open }, h("p", {}, texts.account.about), h("label", {}, texts.account.name, name),
    h("button", { class: "primary" }, texts.account.open));
}

export const madeKey = (made) => h("div", { class: "made-key" }, h("p", {}, texts.account.made), h("pre", { tabIndex: 0 }, made));

function using(close, problem) {
  const given = h("input", { name: "key", required: true, autocomplete: "off", type: "password" });
  const use = async (event) => {
    event.preventDefault();
    try {
      await get("/v1/me", { as: given.value.trim() });
      keep(given.value.trim());
      close(true);
    } catch {
      problem.textContent = texts.account.wrong;
    }
  };
  return h("form", { onsubmit: use }, h("label", {}, texts.account.key, given), h("button", {}, texts.account.use));
}
