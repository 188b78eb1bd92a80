// Help a person to keep access to an account: show its key again, and create recovery codes. The page offers both before it
// signs out.

import { call, forget, get, keep, key, post } from "./api.js";
import { fill, h } from "./dom.js";
import { isIssued, revokeIssued } from "./passkeys.js";
import { say, texts } from "./words.js";

// A text that the person should keep, with a button to copy it.
export function copyable(text, label) {
  const copy = async (event) => {
    await navigator.clipboard?.writeText(text); // missing on pages without TLS: the person can select the text
    event.target.textContent = texts.game.copied;
  };
  return [h("pre", { tabIndex: 0, "aria-label": label }, text), h("button", { type: "button", class: "quiet", onclick: copy }, texts.game.copy)];
}

// The key and the codes of a new account.
export const madeKey = ({ api_key, recovery_codes }) => h("div", { class: "made-key" },
  h("p", {}, texts.account.made), copyable(api_key, texts.account.key), newCodes(recovery_codes));

const newCodes = (codes) => h("div", { class: "recovery-codes" },
  h("p", {}, texts.recovery.codes_about), copyable(codes.join("\n"), texts.recovery.codes));

// The key of this browser, and how many codes are left.
export function keeping(problem) {
  const place = h("div"), codes = h("div");
  const show = () => fill(place, copyable(key(), texts.account.key));
  return h("section", {}, place, h("div", { class: "row" },
    h("button", { type: "button", class: "show-key", onclick: show }, texts.recovery.show_key),
    h("button", { type: "button", class: "new-codes", onclick: () => replaceCodes(codes, problem) }, texts.recovery.new_codes)), codes);
}

async function replaceCodes(place, problem) {
  try {
    const { recovery_codes } = await post("/v1/me/recovery-codes");
    fill(place, newCodes(recovery_codes));
  } catch (refused) {
    problem.textContent = refused.message;
  }
}

// Sign out in two steps: the key may be the only way into the account.
export function leaving(close, problem) {
  const box = h("section");
  const leave = async () => {
    await revokeIssued().catch(() => null); // the server may be unavailable, or the key revoked: sign out all the same
    forget();
    close();
  };
  const warn = async () => {
    const { left } = await get("/v1/me/recovery-codes").catch(() => ({ left: 0 })); // a key with few scopes may not ask; the page then shows only the warning
    const codes = h("div");
    fill(box, h("p", { class: "bad", role: "alert" }, left ? say(texts.recovery.leave_left, { left }) : texts.recovery.leave_none),
      isIssued() && h("p", {}, texts.recovery.leave_apps), codes,
      h("div", { class: "row" },
        h("button", { type: "button", class: "new-codes", onclick: () => replaceCodes(codes, problem) }, texts.recovery.new_codes),
        h("button", { type: "button", class: "leave", onclick: leave }, texts.recovery.leave)));
  };
  fill(box, h("p", {}, texts.account.leave_about), h("button", { type: "button", onclick: warn }, texts.account.leave));
  return box;
}

// A form for people without their key.
export function recovering(close, problem) {
  const code = h("input", { name: "recovery_code", required: true, autocomplete: "off", placeholder: "KTR-…" });
  const alone = h("input", { type: "checkbox", name: "revoke_keys" });
  const recover = async (event) => {
    event.preventDefault();
    try {
      keep((await call("POST", "/v1/accounts/recover", { recovery_code: code.value.trim(), revoke_keys: alone.checked })).api_key);
      close();
    } catch (refused) {
      problem.textContent = refused.status === 400 ? texts.recovery.wrong : refused.message;
    }
  };
  return h("details", {}, h("summary", {}, texts.recovery.lost), h("form", { onsubmit: recover }, h("label", {}, texts.recovery.code, code),
    h("label", {}, alone, " ", texts.recovery.revoke_keys), h("button", {}, texts.recovery.recover)));
}
