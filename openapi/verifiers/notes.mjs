// Checkpoints of the transparency log and proofs that they contain a game (docs/transparency.md; C2SP signed-note,
// tlog-checkpoint, tlog-proof, RFC 6962), and Ed25519. Part of verify.mjs.
import { createHash, createPublicKey, verify as verifies } from "node:crypto";
import { hex, id, parse, u64 } from "./bytes.mjs";
import { attempt, flaw, is, need } from "./seating.mjs";

const SPKI = hex("302a300506032b6570032100"); // the bytes before a raw key in DER
export const hash = (...parts) => createHash("sha256").update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();

export function hasSigned(publicKey, message, signature) {
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: "der", type: "spki" });
    return verifies(null, message, key, signature);
  } catch { return false; }
}

export function bytesOf(base64) { // empty, if the encoding is not canonical
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes : Buffer.alloc(0);
}

function cut(text, at, length) { // the text before and after a position; all of it and "" if there is no such position
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + length)];
}

// ---------------------------------------------------------------- notes

export const isName = (name) => /^[^\s\x85+\x00-\x1f]+$/.test(name);

export function readNote(note) {
  const gap = note.lastIndexOf("\n\n"), [above, below] = cut(note, gap, 2);
  const isNote = gap >= 0 && note.length <= 65536 && !/[\x00-\x09\x0b-\x1f]/.test(note) && below.endsWith("\n");
  need(isNote, "not a signed note, which is a text, an empty line and signature lines");
  const lines = below.slice(0, -1).split("\n");
  need(lines.length <= 100, "a note may have at most 100 signatures");
  return { text: `${above}\n`, signatures: lines.map(readSignature) };
}

function readSignature(line) {
  const [dash, rest] = cut(line, line.indexOf(" "), 1), [name, encoded] = cut(rest, rest.indexOf(" "), 1);
  const body = bytesOf(encoded);
  need(dash === "—" && isName(name) && body.length >= 5, "a signature line is not '— name base64'");
  return { name, key: body.subarray(0, 4), signature: body.subarray(4) };
}

function signedCheckpoint(note, keys) { // the checkpoint in a note, if one of these keys signed it
  const { text, signatures } = readNote(note);
  const [origin, size = "", root = ""] = text.split("\n");
  const isCheckpoint = origin && /^(0|[1-9][0-9]{0,18})$/.test(size) && bytesOf(root).length === 32;
  need(isCheckpoint, "not a checkpoint, which is three lines: origin, size and root");
  const ids = new Map([...keys.values()].map((key) => [hash(`${origin}\n`, [1], key).toString("hex", 0, 4), key]));
  const ours = signatures.filter((one) => one.name === origin && ids.has(one.key.toString("hex")));
  for (const { key, signature } of ours)
    need(hasSigned(ids.get(key.toString("hex")), Buffer.from(text), signature), `the signature of ${origin} is wrong`);
  need(ours.length, "none of the given keys has signed the checkpoint");
  return { origin, size: BigInt(size), root: bytesOf(root) };
}

// ---------------------------------------------------------------- proofs

function readProof(proof) {
  const gap = proof.indexOf("\n\n"), [head, checkpoint] = cut(proof, gap, 2), [first, ...lines] = head.split("\n");
  const extra = lines[0]?.startsWith("extra ") ? bytesOf(lines.shift().slice(6)) : Buffer.alloc(0);
  const index = lines.shift()?.match(/^index (0|[1-9][0-9]{0,18})$/), path = lines.map(bytesOf);
  need(gap >= 0 && first === "c2sp.org/tlog-proof@v1" && index, "not a proof of a transparency log");
  need(path.length <= 63 && path.every((one) => one.length === 32), "the path of the proof is not a list of hashes");
  return { index: BigInt(index[1]), path, checkpoint, extra };
}

function readLeaf(extra) {
  let leaf = null;
  attempt(() => { leaf = parse(extra); });
  need(is("leaf", leaf), "the proof does not name game, version and hash");
  return leaf;
}

function rootAbove(leaf, index, size, path) {
  if (size === 1n) { need(!path.length, "the path is too long"); return leaf; }
  need(path.length, "the path is too short");
  let left = 1n;
  while (left * 2n < size) left *= 2n;
  const [rest, last] = [path.slice(0, -1), path.at(-1)];
  return index < left ? hash([1], rootAbove(leaf, index, left, rest), last)
    : hash([1], last, rootAbove(leaf, index - left, size - left, rest));
}

function readHistory(extra) { // all leaves of a game, and its path in the map of games
  let found = null;
  attempt(() => { found = parse(extra); });
  const isHistory = is("history", found) && found.leaves.length && found.path.length <= 256;
  need(isHistory, "the proof does not name its game, all its leaves and a path");
  need(found.leaves.every(([version], n) => n === 0 || version > found.leaves[n - 1][0]), "the versions of the leaves do not increase");
  return found;
}

function mapRoot({ game, leaves, path }) { // the root of a map of games that has this history
  const tag = hash("kontor/tlog-tag/1\n", id(game));
  let chain = Buffer.alloc(32);
  for (const [version, head] of leaves) chain = hash("kontor/tlog-chain/1\n", chain, commitment(game, version, head));
  return path.reduce((below, neighbour, n) => {
    const depth = path.length - 1 - n, isRight = tag[depth >> 3] >> (7 - (depth & 7)) & 1;
    return isRight ? hash([3], hex(neighbour), below) : hash([3], below, hex(neighbour));
  }, hash([2], tag, chain));
}

const commitment = (game, version, head) => hash("kontor/tlog/1\n", id(game), u64(version), hex(head));

export function provedLeaves({ checkpoint, proof }, lines, keys) { // checkpoint, and versions of its leaves of the game; or null
  if (checkpoint == null && proof == null) return null;
  need([checkpoint, proof ?? ""].every((one) => typeof one === "string"), "a checkpoint and its proof must be strings");
  const signed = signedCheckpoint(checkpoint, keys), { origin, size, root } = signed;
  if (proof == null) return null;
  const { index, path, checkpoint: proven, extra } = readProof(proof);
  need(proven === checkpoint, "the proof belongs to another checkpoint");
  const isHistory = origin.endsWith("/v2"), told = isHistory ? readHistory(extra) : readLeaf(extra);
  const leaves = isHistory ? told.leaves : [[told.version, told.hash]];
  need(index < size, `a tree of ${size} leaves has no leaf ${index}`);
  need(!isHistory || index === size - 1n, "the proof is not for the last leaf of the checkpoint, which has the map of games");
  const entry = isHistory ? Buffer.concat([Buffer.of(2), mapRoot(told)]) : commitment(told.game, told.version, told.hash);
  need(rootAbove(hash([0], entry), index, size, path).equals(root), "the path leads to another root");
  need(told.game === lines[0].envelope.game, `the proof belongs to game ${told.game}`);
  const held = "as in the transparency log", end = lines.length;
  for (const [version, head] of leaves) {
    need(version <= end, `expected version ${version}, ${held}; found an end at ${end}`, end);
    const found = lines[version - 1].hash;
    need(found === head, `expected hash ${head}, ${held}; found ${found}: the log was rewritten`, version);
  }
  return { ...signed, note: checkpoint, isHistory, versions: leaves.map(([version]) => version) };
}

export function unproved(proved) { // sentences: an operator with the key can sign two logs, or a log without maps
  const names = (found, name) => [...new Set(found.map(({ origin }) => name(origin)))].sort();
  const plain = names(proved.filter((one) => !one.isHistory), (origin) => origin);
  const logs = names(proved, (origin) => origin.replace(/\/v2$/, ""));
  return [...plain.map((name) => `whether the game has a second history: the log ${name} has no map of games`),
    ...logs.length > 1 ? [`whether the logs ${logs.join(" and ")} have the same history of the game: no proof covers both`] : []];
}

export function contradictions(proved) { // flaws: a later checkpoint must have all leaves of an earlier one
  const histories = proved.filter((one) => one.isHistory), flaws = [];
  histories.sort((a, b) => a.origin === b.origin ? Number(a.size - b.size) : a.origin < b.origin ? -1 : 1);
  for (const [n, later] of histories.entries()) {
    const earlier = histories[n - 1];
    if (!earlier || earlier.origin !== later.origin) continue;
    if (earlier.size === later.size && !earlier.root.equals(later.root))
      flaws.push(flaw(`two checkpoints of ${later.size} leaves have different roots: a fork`));
    else if (earlier.versions.some((version, at) => version !== later.versions[at]))
      flaws.push(flaw(`the checkpoint of ${later.size} leaves lacks a leaf of that of ${earlier.size}`));
  }
  return flaws;
}
