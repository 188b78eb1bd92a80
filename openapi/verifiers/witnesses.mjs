// Policies about witnesses (C2SP tlog-policy) and their cosignatures of a checkpoint (tlog-cosignature). Part of verify.mjs.
import { bytesOf, hasSigned, hash, isName, readNote } from "./notes.mjs";
import { need } from "./seating.mjs";

const LOG = 1, WITNESS = 4; // kinds of keys, by their numbers in signed-note
const KINDS = { [LOG]: "log", [WITNESS]: "witness" };

function readKey(text, kind, others) { // name+id+base64(kind, key)
  const [name, keyId = "", ...rest] = text.split("+"), body = bytesOf(rest.join("+"));
  need(isName(name) && body.length === 33 && Object.hasOwn(KINDS, body[0]), `${text} is not a verifier key for Ed25519`);
  const known = hash(`${name}\n`, body).subarray(0, 4), key = { name, id: known.toString("hex"), public: body.subarray(1) };
  need(key.id === keyId, `the id in ${text} does not match the key`);
  need(body[0] === kind, `${name} is not the key of a ${KINDS[kind]}`);
  need(!others.some((other) => other.public.equals(key.public)), `the key of ${name} is listed twice`);
  return key;
}

export function readPolicy(bytes) { // throws a flaw that names the line
  need(bytes.length <= 65536, "the policy is longer than 64 KiB");
  const policy = { quorum: null, logs: [], witnesses: new Map(), groups: new Map() }, members = new Set();
  let text = null;
  try { text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes); } catch { need(false, "the policy is not UTF-8"); }
  for (const [n, line] of text.split("\n").entries()) {
    try { readLine(policy, members, line); } catch (error) { throw error.flaw ? Object.assign(error, { message: `line ${n + 1}: ${error.message}` }) : error; }
  }
  need(policy.quorum !== null, "the policy has no line `quorum`");
  return policy;
}

function readLine(policy, members, line) {
  const { logs, witnesses, groups } = policy;
  need(!/[\x00-\x08\x0b-\x1f\x7f]/.test(line), "the line has a control character");
  const [kind = "#", ...words] = line.split(/[ \t]/).filter(Boolean), [name, second, ...more] = words;
  const isKnown = (one) => witnesses.has(one) || groups.has(one);
  const needKnown = (one) => need(isKnown(one), `${one} is not defined above`);
  const needNew = () => need(name !== "none" && !isKnown(name), `${name} is defined already`);
  if (kind.startsWith("#")) return;
  if (kind === "log" && (words.length === 1 || words.length === 2)) logs.push(readKey(name, LOG, logs));
  else if (kind === "witness" && (words.length === 2 || words.length === 3)) {
    needNew();
    witnesses.set(name, readKey(second, WITNESS, [...witnesses.values()]));
  } else if (kind === "group" && more.length) {
    needNew();
    for (const one of more) {
      needKnown(one);
      need(!members.has(one), `${one} is a member of a group already`);
      members.add(one);
    }
    need(/^(any|all|[1-9][0-9]{0,4})$/.test(second), `a group needs any, all or a number of members, not ${second}`);
    const least = second === "any" ? 1 : second === "all" ? more.length : Number(second);
    need(least <= more.length, `a group of ${more.length} members cannot need ${least}`);
    groups.set(name, { least, members: more });
  } else if (kind === "quorum" && words.length === 1) {
    need(policy.quorum === null, "there is a second quorum");
    if (name !== "none") needKnown(name);
    policy.quorum = name;
  } else need(false, "the line is not a valid line `log`, `witness`, `group` or `quorum`");
}

function signers(signatures, keys, isGood) { // the keys that signed; a false signature of one of them is a flaw
  const by = (key) => signatures.filter((one) => one.name === key.name && one.key.toString("hex") === key.id);
  for (const key of keys) for (const { signature } of by(key)) need(isGood(key, signature), `the signature of ${key.name} is wrong`);
  return keys.filter((key) => by(key).length);
}

function hasCosigned(text) { // eight bytes of the time in seconds, then the signature
  return ({ public: key }, body) => body.length > 8 && body[0] < 0x80
    && hasSigned(key, Buffer.from(`cosignature/v1\ntime ${body.readBigUInt64BE()}\n${text}`), body.subarray(8));
}

export function needQuorum({ quorum, logs, witnesses, groups }, note) {
  const { text, signatures } = readNote(note), [origin] = text.split("\n");
  const ours = signers(signatures, logs.filter((key) => key.name === origin),
    (key, signature) => hasSigned(key.public, Buffer.from(text), signature));
  need(!logs.length || ours.length, "none of the logs of the policy has signed the checkpoint");
  const cosigners = signers(signatures, [...witnesses.values()], hasCosigned(text));
  const has = (name) => groups.has(name) ? groups.get(name).members.filter(has).length >= groups.get(name).least
    : cosigners.includes(witnesses.get(name));
  const found = [...witnesses.keys()].filter(has).join(", ") || "no witness of the policy";
  need(quorum === "none" || has(quorum), `the policy needs the quorum ${quorum}; found cosignatures by ${found}`);
}
