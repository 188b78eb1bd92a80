// Bundles, receipts and their signatures (docs/audit.md §2, docs/log-format.md §9). Part of verify.mjs.
import { gunzipSync } from "node:zlib";
import { canonical, hex, parse, sha } from "./bytes.mjs";
import { verify } from "./log.mjs";
import { contradictions, hasSigned, provedLeaves, unproved } from "./notes.mjs";
import { attempt, flaw, is, isObject, need } from "./seating.mjs";
import { needQuorum, readPolicy } from "./witnesses.mjs";

const FORMAT = "kontor-bundle/1";
const MOST_BYTES = 256 * 1024 * 1024, MOST_LINES = 1_000_000; // a few bytes may unpack to more than fits in memory
const GRACE = 24 * 60 * 60 * 1000; // ms after a key's end: not all nodes of a server restart with the new key at once
const SIGNED = { // format of a receipt → its label, and the fields that are signed
  "kontor-receipt/1": ["kontor/receipt/1\n", ["at", "command", "format", "game", "hash", "key", "version"]],
  "kontor-seed-receipt/1": ["kontor/seed-receipt/1\n", ["at", "commitment", "expires_at", "format", "game", "key"]],
  "kontor-refusal/1": ["kontor/refusal/1\n", ["at", "code", "digest", "format", "game", "hash", "key", "rule", "version"]],
};

export const unreadable = (message) => Object.assign(new Error(message), { unreadable: true });

// ---------------------------------------------------------------- reading

export function linesOf(bytes) { // parts of the same memory
  if (bytes.length > MOST_BYTES) throw unreadable(`The file has more than ${MOST_BYTES} bytes.`);
  const lines = [];
  for (let from = 0, to; from < bytes.length; from = to + 1) {
    to = bytes.indexOf(10, from);
    if (to < 0) to = bytes.length;
    if (to === from) throw unreadable("The file has an empty line.");
    if (lines.push(bytes.subarray(from, to)) > MOST_LINES) throw unreadable(`The file has more than ${MOST_LINES} lines.`);
  }
  return lines;
}

export function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try { return gunzipSync(bytes, { maxOutputLength: MOST_BYTES }); } catch (error) {
    throw unreadable(`The file cannot be decompressed: ${error.message}.`);
  }
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
  if (header && Object.hasOwn(header, "envelope")) return { lines, keys: new Map(), flaws: [], header: null, board: null, last: null };
  if (![header, end].some((one) => one?.format === FORMAT)) throw unreadable("The file is neither an audit bundle nor a log in NDJSON.");
  const last = end && Object.hasOwn(end, "sha256") ? end : null, flaws = [];
  if (header?.format !== FORMAT) flaws.push("the first line is not the header of a bundle");
  if (!last) flaws.push("the last line, with the hash of all lines before it, is missing: the file is cut off");
  const body = last ? lines.slice(1, -1) : lines.slice(1);
  const found = inner(body.shift(), "board"), board = isObject(found) ? found : null;
  if (!board) flaws.push("the second line is not a board");
  let keys = new Map();
  if (body.length && (last || body.at(-1).toString().startsWith('{"keys":'))) {
    keys = keysOf(inner(body.pop(), "keys"));
    if (!keys) flaws.push("the line before the last is not a list of keys");
  }
  const sha256 = sha(...lines.slice(0, -1).flatMap((line) => [line, "\n"]));
  return { lines: body, header, board, keys: keys ?? new Map(), last, sha256, flaws };
}

function keysOf(listed) { // id → public key with its end, or null
  const isKey = (one) => isObject(one) && is("text", one.id) && one.algorithm === "Ed25519" && is("hex", one.public_key)
    && ((one.until ?? null) === null || moment(one.until) !== null);
  const key = (one) => [one.id, Object.assign(hex(one.public_key), { until: moment(one.until) })];
  return Array.isArray(listed) && listed.every(isKey) ? new Map(listed.map(key)) : null;
}

function moment(text) { // milliseconds since 1970, or null; the log's form, with 0 to 3 decimals
  const [, seconds, decimals = ""] = is("text", text) ? text.match(/^(.{19})(?:\.(\d{1,3}))?Z$/) ?? [] : [];
  const full = `${seconds}.${decimals.padEnd(3, "0")}Z`;
  return seconds && is("time", full) ? Date.parse(full) : null;
}

function needUnique(text, value) { // JSON.parse keeps the last of two equal keys, so the text of a receipt could say two things
  let count = 0;
  for (const [, colon] of text.matchAll(/"(?:[^"\\]+|\\.)*"(\s*:)?/g)) if (colon) count++;
  const keysIn = (one) => one === null || typeof one !== "object" ? 0
    : Object.values(one).reduce((sum, each) => sum + keysIn(each), Array.isArray(one) ? 0 : Object.keys(one).length);
  need(count === keysIn(value), "an object has a key twice");
}

function readJson(bytes) {
  let found = null;
  try { canonical(found = JSON.parse(bytes)); needUnique(String(bytes), found); } catch (error) { throw unreadable(`The file cannot be read: ${error.message}.`); }
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
  const keys = trusted ?? bundle.keys, flaws = [], unchecked = [], stranger = last && strangeSigner(bundle, keys, trusted);
  const hold = (name, action) => { const found = attempt(action); if (found) flaws.push(named(name, found)); };
  flaws.push(...bundle.flaws.map((message) => named("bundle", flaw(message))));
  for (const line of [header, last]) if (line && Object.hasOwn(line, "damaged"))
    flaws.push(named("bundle", flaw("the server reports that the log is damaged from here on", line.damaged)));
  if (last) {
    hold("bundle", () => need(last.sha256 === bundle.sha256, `expected bytes with SHA-256 ${last.sha256}; found ${bundle.sha256}`));
    if (stranger) flaws.push(named("signer", flaw(stranger)));
    else if (trusted || !isUnsigned(bundle)) hold("signature", () => checkSignature(last, "kontor/bundle/1\n", keys, header?.made_at));
  }
  let log = null, logged = null, witnessed = null;
  hold("log", () => { log = verify(bundle.lines, null, !isBundle); });
  if (log) {
    const lines = bundle.lines.map((line) => parse(line));
    if (header) hold("bundle", () => checkHeader(header, lines));
    if (bundle.board) hold("bundle", () => checkBoard(bundle.board, lines[0].envelope.data.board));
    for (const receipt of receipts) hold("receipt", () => checkReceipt(receipt, lines, keys));
    const proved = [];
    for (const carried of [stranger ? {} : header ?? {}, ...receipts]) // no known key signs a checkpoint of a stranger
      hold("checkpoint", () => { proved.push(provedLeaves(carried, lines, keys)); });
    const found = proved.filter((one) => one);
    flaws.push(...contradictions(found).map((one) => named("checkpoint", one)));
    unchecked.push(...unproved(found));
    logged = newest(found);
    if (policy) hold("witnesses", () => { witnessed = witnessedVersion(policy, found); });
    if (goesOn(log)) unchecked.push(goesOn(log));
    unchecked.push("whether the rules turn these commands into these events: kontor audit verify runs them again");
  } else unchecked.push("receipts, checkpoints and rules: the log itself is not valid");
  if (!isBundle || (!trusted && isUnsigned(bundle))) unchecked.unshift("the origin of this log: it is not signed");
  else if (!trusted) unchecked.unshift("the owner of the keys in this bundle: pass the keys of /.well-known/kontor-keys.json with --keys");
  else if (stranger) unchecked.unshift("the checkpoint: the signer of this bundle is unknown");
  return { flaws, unchecked, log, logged, witnessed, code: codeOf(flaws, trusted && (isBundle || receipts.length)) };
}

function codeOf(flaws, isKnown) { // the exit code; a receipt of a trusted key vouches for a log without a signature
  if (flaws.some(({ check: name }) => name !== "signer")) return 1;
  return isKnown && !flaws.length ? 0 : 3;
}

const newest = (proved) => Math.max(0, ...proved.map(({ versions }) => versions.at(-1))) || null;

function witnessedVersion(policy, proved) { // a fresh checkpoint has no cosignatures yet: one that satisfies the policy is enough
  const errors = proved.map(({ note }) => attempt(() => needQuorum(policy, note)));
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

function strangeSigner(bundle, keys, trusted) { // why none of these keys vouches for the file, or null
  const { key, signature } = bundle.last;
  if (isUnsigned(bundle)) return trusted ? "it is not signed" : null;
  return is("text", key) && is("text", signature) && !keys.has(key) ? `key ${key} is not among the given keys` : null;
}

const named = (check, { message, version }) => ({ check, message, version: version ?? null });

function checkSignature(signed, label, keys, at) { // at: the time that the signed object states
  const { signature, ...body } = signed, { key } = body;
  need(is("text", key) && is("text", signature) && /^[0-9a-f]{128}$/.test(signature), "key or signature is missing");
  need(keys.has(key), `key ${key} is not among the given keys`);
  const message = Buffer.from(label + canonical(body));
  need(hasSigned(keys.get(key), message, hex(signature)), `the signature was not made by key ${key}`);
  const { until } = keys.get(key), when = moment(at);
  need(until === null || (when !== null && when - until <= GRACE), `key ${key} was replaced more than a day before ${at}`);
}

function checkBoard(board, wanted) {
  const found = `sha256:${sha(canonical(board))}`;
  need(found === wanted, `expected board ${wanted} as in the first event; found ${found}`);
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
  checkSignature(Object.fromEntries([...fields, "signature"].map((name) => [name, receipt[name]])), label, keys, receipt.at);
  const { game, data } = lines[0].envelope, { version, hash } = receipt;
  if (receipt.format === "kontor-refusal/1") checkCommands(receipt, by);
  need(receipt.game === game, `the receipt belongs to game ${receipt.game}`);
  if (receipt.format === "kontor-seed-receipt/1")
    return need(receipt.commitment === data.commitment,
      `expected commitment ${receipt.commitment}, ${by}; found ${data.commitment}: the server used another seed`, 1);
  need(is("positive", version), `the receipt names no version, ${by}`);
  need(version <= end, `expected version ${version}, ${by}; found an end at ${end}`, end);
  const found = lines[version - 1].hash;
  need(hash === found, `expected hash ${hash}, ${by}; found ${found}: the log was rewritten`, version);
}

function checkCommands({ game, version, digest, commands = null }, by) { // of a refusal: those that were signed
  const found = sha("kontor/refused-commands/1\n", canonical({ commands, game, version }));
  need(found === digest, `expected commands with digest ${digest}, ${by}; found ${found}`);
}
