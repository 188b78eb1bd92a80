// The account of this browser: the stored key, and the dialog to open an account or to enter a key.

import { call, forget, get, keep, key } from "./api.js";
import { fill, h, shown } from "./dom.js";
import { passkeys, passkeySignIn } from "./passkeys.js";
import { keeping, leaving, madeKey, recovering } from "./recovery.js";
import { say, texts } from "./words.js";

export async function account() {
  if (!key()) return null;
  try {
    return await get("/v1/me");
  } catch (refused) {
    if (refused.status !== 401) throw refused;
    forget(); // revoked, expired, or a key of another server
    return null;
  }
}

// The corner of every page: the account that is signed in, or a button to sign in.
export async function showAccount() {
  const me = await account();
  const text = me ? say(texts.nav.signed_in, { name: me.name }) : texts.nav.key;
  fill(shown("account"), h("button", { type: "button", onclick: () => dialog(me).then((changed) => changed && location.reload()) }, text));
  return me;
}

// Return the account, and ask for it if needed. Return null if the person closes the dialog.
export async function required() {
  return (await account()) ?? ((await dialog(null)) ? account() : null);
}

function dialog(me) {
  const before = key();
  return new Promise((done) => {
    const problem = h("p", { class: "bad", role: "alert" });
    const box = h("dialog", { "aria-labelledby": "who" });
    // The key may be on screen when the person presses Escape: they are signed in then, however the dialog closes.
    const close = (isChanged = key() !== before) => {
      box.close();
      box.remove();
      done(isChanged);
    };
    const cancel = h("button", { type: "button", class: "quiet", onclick: () => close() }, texts.account.close);
    fill(box, h("h2", { id: "who" }, me ? texts.account.yours : texts.account.title),
      me ? [changing(me, close, problem), keeping(problem), passkeys(problem), leaving(close, problem)]
        : [opening(box, close, problem), using(close, problem), passkeySignIn(close, problem), recovering(close, problem)], problem, cancel);
    box.addEventListener("cancel", () => close());
    document.body.append(box);
    box.showModal();
  });
}

// A name, and whether other players may see it. The API hides names by default.
export function naming(name = "", isNamed = true) {
  const input = h("input", { name: "name", maxlength: 80, required: true, autocomplete: "nickname", value: name });
  const named = h("input", { type: "checkbox", name: "named", checked: isNamed });
  const element = h("div", {}, h("label", {}, texts.account.name, input), h("label", {}, named, " ", texts.account.named, h("small", {}, texts.account.named_about)));
  return { element, get name() { return input.value.trim(); }, get named() { return named.checked; } };
}

export const change = (wanted) => call("PATCH", "/v1/me", wanted);

function changing(me, close, problem) {
  const asked = naming(me.name, me.named);
  const save = async (event) => {
    event.preventDefault();
    try {
      await change({ name: asked.name, named: asked.named });
      close(true);
    } catch (refused) {
      problem.textContent = refused.message;
    }
  };
  const apps = h("p", {}, h("a", { href: "/apps" }, texts.account.apps));
  return h("form", { onsubmit: save }, asked.element, h("button", { class: "primary" }, texts.account.save), apps);
}

function opening(box, close, problem) {
  const asked = naming();
  const tell = (refused) => (problem.textContent = refused.message);
  const open = async (event) => {
    event.preventDefault();
    try {
      const made = await call("POST", "/v1/accounts", { name: asked.name });
      keep(made.api_key);
      if (asked.named) await change({ named: true }).catch(tell); // show the key even if this fails
      fill(box, madeKey(made), problem, h("button", { type: "button", class: "primary", onclick: () => close() }, texts.account.close));
    } catch (refused) {
      tell(refused);
    }
  };
  return h("form", { onsubmit: open }, h("p", {}, texts.account.about), asked.element, h("button", { class: "primary" }, texts.account.open));
}

function using(close, problem) {
  const given = h("input", { name: "key", required: true, autocomplete: "off", type: "password" });
  const use = async (event) => {
    event.preventDefault();
    try {
      await get("/v1/me", { key: given.value.trim() });
      keep(given.value.trim());
      close();
    } catch {
      problem.textContent = texts.account.wrong;
    }
  };
  return h("form", { onsubmit: use }, h("label", {}, texts.account.key, given), h("button", {}, texts.account.use));
}
