// Passkeys: sign in with the lock of this device. Browsers allow them on hosts with a name only, not on IP addresses.

import { call, get, keep, key, post } from "./api.js";
import { fill, h } from "./dom.js";
import { say, texts, when } from "./words.js";

const ISSUED = "kontor.passkey-key"; // the start of a key that this browser got for a passkey

const isAddress = () => /^[0-9.]+$|^\[/.test(location.hostname);
const isSupported = () => Boolean(window.PublicKeyCredential?.parseRequestOptionsFromJSON);

// The address of the same page with a host name, for browsers on the machine of the server.
function byName() {
  const there = new URL(location.href);
  there.hostname = "localhost";
  const [before, after] = texts.passkeys.by_name.split("{link}");
  return h("p", {}, before, h("a", { href: there.href }, there.host), after);
}

// Run an action that opens the browser's passkey dialog. The person may close this dialog.
async function tried(problem, action) {
  problem.textContent = "";
  try {
    await action();
  } catch (refused) {
    problem.textContent = refused instanceof DOMException ? texts.passkeys.failed : refused.message;
  }
}

// The passkeys of the account, and a button to add one.
export function passkeys(problem) {
  if (location.hostname === "127.0.0.1") return h("section", {}, byName());
  if (isAddress() || !isSupported()) return null;
  const list = h("ul");
  const show = async () => fill(list, (await get("/v1/me/passkeys")).items.map((each) => line(each, show, problem)));
  const add = () => tried(problem, async () => {
    const { options } = await post("/v1/me/passkeys/options");
    const made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
    const { id, response } = made.toJSON();
    await post("/v1/me/passkeys", { credential: id, client_data: response.clientDataJSON, attestation: response.attestationObject });
    await show();
  });
  tried(problem, show);
  return h("section", { class: "passkeys" }, h("h3", {}, texts.passkeys.title), h("p", {}, texts.passkeys.about), list,
    h("button", { type: "button", class: "add-passkey", onclick: add }, texts.passkeys.add));
}

function line({ id, label, created_at }, show, problem) {
  const remove = () => tried(problem, async () => {
    await call("DELETE", `/v1/me/passkeys/${id}`);
    await show();
  });
  return h("li", {}, say(texts.passkeys.used, { label, when: when(created_at) }), " ",
    h("button", { type: "button", class: "quiet", onclick: remove }, texts.passkeys.remove));
}

// A button that gets a new key for a passkey of this device.
export function passkeySignIn(close, problem) {
  if (isAddress() || !isSupported()) return null;
  const signIn = () => tried(problem, async () => {
    const { options } = await post("/v1/passkeys/options");
    const used = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
    const { id, response } = used.toJSON();
    const { api_key } = await post("/v1/passkeys/sign-in", {
      credential: id, client_data: response.clientDataJSON, authenticator_data: response.authenticatorData, signature: response.signature,
    });
    keep(api_key);
    localStorage.setItem(ISSUED, api_key.slice(0, 12));
    close();
  });
  return h("p", {}, h("button", { type: "button", class: "use-passkey", onclick: signIn }, texts.passkeys.sign_in));
}

// Return whether the key of this browser came from a passkey. Such a key ends when the person signs out.
export function isIssued() {
  const start = localStorage.getItem(ISSUED);
  return Boolean(start && key()?.startsWith(start));
}

// Revoke the key of this browser if it came from a passkey. Otherwise each sign-in would add another key to the account that
// stays valid.
export async function revokeIssued() {
  const start = localStorage.getItem(ISSUED), isOurs = isIssued();
  localStorage.removeItem(ISSUED);
  if (!isOurs) return;
  const mine = (await get("/v1/me/keys")).items.find(({ prefix }) => prefix === start);
  if (mine) await call("DELETE", `/v1/me/keys/${mine.id}`);
}
