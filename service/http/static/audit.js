// The audit panel: the browser checks the hash chain of the whole log with its own cryptography, up to the head that
// the server has signed (docs/log-format.md §2, §6).

import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { say, texts } from "./words.js";

const bytes = (text) => new TextEncoder().encode(text);
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (buffer) => Array.from(new Uint8Array(buffer), (each) => each.toString(16).padStart(2, "0")).join("");

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, each) => sum + each.length, 0));
  parts.reduce((at, each) => (whole.set(each, at), at + each.length), 0);
  return whole;
}

// Canonical JSON of integers, strings and plain objects: keys are sorted, as in the hash.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

// Return the version of the first event whose hash does not match the event before it, or null.
export async function firstFlaw(lines, onprogress = () => {}) {
  let head = new Uint8Array(32);
  for (const [n, line] of lines.entries()) {
    const digest = await crypto.subtle.digest("SHA-256", joined(bytes("kontor/event/1\n"), head, bytes(canonical(line.envelope))));
    if (toHex(digest) !== line.hash || line.envelope.version !== n + 1) return n + 1;
    head = new Uint8Array(digest);
    if (n % 50 === 0) onprogress(n + 1);
  }
  return null;
}

// Return whether the signature of the server is valid, or null if the browser does not know Ed25519.
export async function isSigned({ signature, ...receipt }, keys) {
  const key = keys.find((each) => each.id === receipt.key);
  if (!key) return false;
  try {
    const imported = await crypto.subtle.importKey("raw", fromHex(key.public_key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, fromHex(signature), bytes(`kontor/receipt/1\n${canonical(receipt)}`));
  } catch (error) {
    if (error.name === "NotSupportedError") return null;
    throw error;
  }
}

const RECEIPT = ["format", "game", "version", "hash", "at", "command", "key", "signature"];

export async function check(game, element) {
  const tell = (...children) => fill(element, ...children);
  const log = await get(`${game}/events`, { headers: { Accept: "application/x-ndjson" } });
  const lines = log.trim().split("\n").map((each) => JSON.parse(each));
  const flaw = await firstFlaw(lines, (n) => tell(h("p", {}, say(texts.audit.checking, { n, all: lines.length }))));
  if (flaw !== null) return tell(h("p", { class: "bad" }, say(texts.audit.broken, { version: flaw })));
  const told = await get(`${game}/head`);
  const receipt = Object.fromEntries(RECEIPT.map((name) => [name, told[name]]));
  const signed = await isSigned(receipt, (await get("/.well-known/kontor-keys.json")).keys);
  const isHead = lines[receipt.version - 1]?.hash === receipt.hash;
  const verdict = signed === null ? texts.audit.unsure : signed && isHead ? texts.audit.signed : texts.audit.unsigned;
  tell(h("p", { class: "good" }, say(texts.audit.whole, { count: lines.length })),
    h("p", { class: signed && isHead ? "good" : "bad" }, verdict),
    h("h3", {}, texts.audit.receipt), h("pre", { tabIndex: 0 }, JSON.stringify(receipt, null, 1)));
}
