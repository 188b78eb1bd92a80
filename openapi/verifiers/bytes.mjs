// The bytes of Kontor's log (docs/log-format.md §1–§5): canonical JSON, hashes, seals, dice. Part of verify.mjs.
import { createHash, createHmac } from "node:crypto";
import { flaw, need } from "./seating.mjs";

export function canonical(value, depth = 64) {
  if (typeof value === "number") need(Number.isSafeInteger(value), `${value} is not an integer of at most 2^53 - 1`);
  if (typeof value === "string") need(value.isWellFormed() && !value.includes("\0"), "strings are Unicode without U+0000");
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  need(depth > 0, "nested deeper than 64 levels");
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth - 1)).join()}]`;
  const keys = Object.keys(value).sort();
  for (const key of keys) need(/^[a-z0-9_]+$/.test(key), `keys may contain only a-z, 0-9 and _, unlike ${key}`);
  return `{${keys.map((key) => `"${key}":${canonical(value[key], depth - 1)}`).join()}}`;
}

export function parse(bytes) {
  let text, value;
  try {
    value = JSON.parse(text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch { throw flaw("the line is not JSON in UTF-8"); }
  need(canonical(value) === text, "the text is not canonical JSON");
  return value;
}

export const hex = (text) => Buffer.from(text, "hex");
const joined = (parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
export const sha = (...parts) => createHash("sha256").update(joined(parts)).digest("hex");
const hmac = (key, ...parts) => createHmac("sha256", hex(key)).update(joined(parts)).digest();
export const u64 = (number) => Buffer.from(number.toString(16).padStart(16, "0"), "hex");
const u32 = (number) => u64(number).subarray(4);
export const id = (game) => hex(game.replaceAll("-", ""));

// ---------------------------------------------------------------- §2–§5 chain, seals, dice

export const chained = (previous, envelope) => sha("kontor/event/1\n", hex(previous), envelope);
const sealed = (label) => (salt, game, version, part, value) =>
  sha(`kontor/${label}/1\n`, hex(salt), canonical({ game, version, part, value }));
const salted = (label) => (seed, game, version, part) =>
  hmac(seed, `kontor/${label}/1\n`, id(game), u64(version), u32(part)).toString("hex");
export const [seal, sealSalt] = [sealed("seal"), salted("salt")];
export const [commandDigest, commandSalt] = [sealed("command"), salted("command-salt")];
export const commitment = (seed, game) => sha("kontor/seed/1\n", id(game), hex(seed));
export const jointKey = (seed, nonces) => sha("kontor/joint/1\n", hex(seed), canonical(nonces));

export function* words(key, purpose, counter) {
  for (let i = 0; ; i++) {
    const block = hmac(key, "kontor/draw/1\n", purpose, "\0", u64(counter), u32(i));
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

function below(stream, bound) {
  let word = stream.next().value;
  while (word >= 2 ** 32 - (2 ** 32 % bound)) word = stream.next().value;
  return word % bound;
}

export function redraw(key, draw) {
  const stream = words(key, draw.purpose, draw.counter);
  if (!draw.shuffle) return below(stream, draw.below);
  const order = [...draw.shuffle];
  for (let k = order.length - 1; k > 0; k--) {
    const other = below(stream, k + 1);
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order;
}
