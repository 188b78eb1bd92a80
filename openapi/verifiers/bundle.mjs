// Bundles, receipts and their signatures (docs/audit.md §2, docs/log-format.md §9). Part of verify.mjs.
import { gunzipSync } from "node:zlib";
import { canonical, hex, parse, sha } from "./bytes.mjs";
import { verify } from "./log.mjs";
import { hasSigned, loggedVersion } from "./notes.mjs";
import { attempt, flaw, is, isObject, need } from "./seating.mjs";
import { needQuorum, readPolicy } from "./witnesses.mjs";

const FORMAT = "kontor-bundle/1";
const SIGNED = { // format of a receipt → its label, and the fields that are signed
  "kontor-receipt/1": ["kontor/receipt/1\n", ["at", "command", "format", "game", "hash", "key", "version"]],
  "kontor-seed-receipt/1": ["kontor/seed-receipt/1\n", ["at", "commitment", "expires_at", "format", "game", "key"]],
};

export const unreadable = (message) => Object.assign(new Error(message), { unreadable: true });

// ---------------------------------------------------------------- reading

export function linesOf(bytes) {
  const text = bytes.toString("latin1"); // one character per byte: parse checks whether it is UTF-8
  return text === "" ? [] : text.replace(/\n$/, "").split("\n").map((line) => Buffer.from(line, "latin1"));
}

export function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try { return gunzipSync(bytes); } catch (error) { throw unreadable(`The file cannot be decompressed: ${error.message}.`); }
}

function parsed(line) { // the object in a line, or null
  let found = null;
  attempt(() => { found = parse(line); });
  return isObject(found) ? found : null;
}

function inner(line, name) {
  const found = line && parsed(line);
  return found && Object.keys(found).join() === name ? found[name] : null;
}

export function readBundle(lines) { // lines are identified by position; what cannot be read is a flaw
  const header = parsed(lines[0] ?? Buffer.alloc(0)), end = parsed(lines.at(-1) ?? Buffer.alloc(0));
  if (header && Object.hasOwn(header, "envelope")) return { lines, keys: new Map(), flaws: [], header: null, last: null };
  if (![header, end].some((one) => one?.format === FORMAT)) throw unreadable("The file is neither an audit bundle nor a log in NDJSON.");
  const last = end && Object.hasOwn(end, "sha256") ? end : null, flaws = [];
  if (header?.format !== FORMAT) flaws.push("the first line is not the header of a bundle");
  if (!last) flaws.push("the last line, with the hash of all lines before it, is missing: the file is cut off");
  const body = last ? lines.slice(1, -1) : lines.slice(1);
  if (!isObject(inner(body.shift(), "board"))) flaws.push("the second line is not a board");
  let keys = new Map();
  if (body.length && (last || body.at(-1).toString().startsWith('{"keys":'))) {
    keys = keysOf(inner(body.pop(), "keys"));
    if (!keys) flaws.push("the line before the last is not a list of keys");
  }
  const sha256 = sha(...lines.slice(0, -1).flatMap((line) => [line, "\n"]));
  return { lines: body, header, keys: keys ?? new Map(), last, sha256, flaws };
}

function keysOf(listed) { // id → public key, or null
  const isKey = (one) => isObject(one) && is("text", one.id) && one.algorithm === "Ed25519" && is("hex", one.public_key);
  return Array.isArray(listed) && listed.every(isKey) ? new Map(listed.map((one) => [one.id, hex(one.public_key)])) : null;
}

function readJson(bytes) {
  let found = null;
  try { canonical(found = JSON.parse(bytes)); } catch (error) { throw unreadable(`The file cannot be read: ${error.message}.`); }
  if (!isObject(found)) throw unreadable("The file is not a JSON object.");
  return found;
}

export function readKeys(bytes) {
  const keys = keysOf(readJson(bytes).keys);
  if (!keys) throw unreadable("The file is not a list of public keys.");
  return keys;
}

export function policyOf(bytes) {
  let policy = null;
  const found = attempt(() => { policy = readPolicy(bytes); });
  if (found) throw unreadable(`The file is not a policy: ${found.message}.`);
  return policy;
}

export function readReceipt(bytes) { // alone, or in the response that contains it
  const found = readJson(bytes), receipt = Object.hasOwn(found, "receipt") ? found.receipt : found;
  const isReceipt = isObject(receipt) && ["format", "game", "key", "signature"].every((name) => Object.hasOwn(receipt, name));
  if (!isReceipt || !is("text", receipt.game)) throw unreadable("The file is neither a receipt nor a response with one.");
  return receipt;
}

// ---------------------------------------------------------------- checking

export function check(bundle, trusted, receipts, policy = null) { // all flaws, each with the name of its check, and what was not checked
  const { header, last } = bundle, isBundle = header !== null || bundle.flaws.length > 0;
  const keys = trusted ?? bundle.keys, flaws = [], unchecked = [];
  const hold = (name, action) => { const found = attempt(action); if (found) flaws.push(named(name, found)); };
  flaws.push(...bundle.flaws.map((message) => named("bundle", flaw(message))));
  for (const line of [header, last]) if (line && Object.hasOwn(line, "damaged"))
    flaws.push(named("bundle", flaw("the server reports that the log is damaged from here on", line.damaged)));
  if (last) {
    hold("bundle", () => need(last.sha256 === bundle.sha256, `expected bytes with SHA-256 ${last.sha256}; found ${bundle.sha256}`));
    if (trusted || !isUnsigned(bundle)) hold("signature", () => checkSignature(last, "kontor/bundle/1\n", keys));
  }
  let log = null, logged = null, witnessed = null;
  hold("log", () => { log = verify(bundle.lines, null, !isBundle); });
  if (log) {
    const lines = bundle.lines.map((line) => parse(line));
    if (header) hold("bundle", () => checkHeader(header, lines));
    for (const receipt of receipts) hold("receipt", () => checkReceipt(receipt, lines, keys));
    const proved = [];
    for (const carried of [header ?? {}, ...receipts])
      hold("checkpoint", () => { proved.push([loggedVersion(carried, lines, keys), carried.checkpoint]); });
    logged = newest(proved);
    if (policy) hold("witnesses", () => { witnessed = witnessedVersion(policy, proved.filter(([version]) => version)); });
    if (goesOn(log)) unchecked.push(goesOn(log));
    unchecked.push("whether the rules turn these commands into these events: kontor audit verify runs them again");
  } else unchecked.push("receipts, checkpoints and rules: the log itself is not valid");
  if (!isBundle || (!trusted && isUnsigned(bundle))) unchecked.unshift("the origin of this log: it is not signed");
  else if (!trusted) unchecked.unshift("the owner of the keys in this bundle: pass the keys of /.well-known/kontor-keys.json with --keys");
  return { flaws, unchecked, log, logged, witnessed };
}

const newest = (proved) => Math.max(0, ...proved.map(([version]) => version)) || null;

function witnessedVersion(policy, proved) { // a fresh checkpoint has no cosignatures yet: one that satisfies the policy is enough
  const errors = proved.map(([, note]) => attempt(() => needQuorum(policy, note)));
  const accepted = proved.filter((_, n) => !errors[n]);
  need(accepted.length, errors[0]?.message ?? "no checkpoint is proved to contain this game");
  return newest(accepted);
}

export function goesOn({ commit, version }) { // a sentence, or null if the log is not cut off
  return commit.last === version ? null : `versions ${commit.first} to ${commit.last}, a commit that is cut off at ${version}: `
    + "the log continues; request the rest, or all of it without a limit";
}

function isUnsigned({ keys, last }) { // as in files saved by the library: no keys are listed, and the last line names none
  return last !== null && keys.size === 0 && !["key", "signature"].some((name) => Object.hasOwn(last, name));
}

const named = (check, { message, version }) => ({ check, message, version: version ?? null });

function checkSignature(signed, label, keys) {
  const { signature, ...body } = signed, { key } = body;
  need(is("text", key) && is("text", signature) && /^[0-9a-f]{128}$/.test(signature), "key or signature is missing");
  need(keys.has(key), `key ${key} is not among the given keys`);
  const message = Buffer.from(label + canonical(body));
  need(hasSigned(keys.get(key), message, hex(signature)), `the signature was not made by key ${key}`);
}

function checkHeader(header, lines) {
  const { envelope } = lines[0], { version, hash } = lines.at(-1), { ruleset, ruleset_version } = envelope.data;
  for (const [name, found] of Object.entries({ game: envelope.game, ruleset, ruleset_version, version, hash }))
    need(header[name] === found, `expected ${name} ${header[name]} as in the header; found ${found}`);
}

function checkReceipt(receipt, lines, keys) { // responses may have further fields besides the signed ones
  need(Object.hasOwn(SIGNED, receipt.format), `the format of the receipt is not one of ${Object.keys(SIGNED).join(", ")}`);
  const [label, fields] = SIGNED[receipt.format], by = `signed by key ${receipt.key}`, end = lines.length;
  for (const name of fields) need(Object.hasOwn(receipt, name), `the receipt lacks ${name}`);
  checkSignature(Object.fromEntries([...fields, "signature"].map((name) => [name, receipt[name]])), label, keys);
  const { game, data } = lines[0].envelope, { version, hash } = receipt;
  need(receipt.game === game, `the receipt belongs to game ${receipt.game}`);
  if (receipt.format === "kontor-seed-receipt/1")
    return need(receipt.commitment === data.commitment,
      `expected commitment ${receipt.commitment}, ${by}; found ${data.commitment}: the server used another seed`, 1);
  need(is("positive", version), `the receipt names no version, ${by}`);
  need(version <= end, `expected version ${version}, ${by}; found an end at ${end}`, end);
  const found = lines[version - 1].hash;
  need(hash === found, `expected hash ${hash}, ${by}; found ${found}: the log was rewritten`, version);
}
