// A second verifier of Kontor's logs and bundles, written from docs/log-format.md, docs/audit.md and docs/transparency.md
// alone. It needs only Node 20, and no network. It does not know the rules: kontor audit verify does.
//
//   node verify.mjs bundle FILE [--keys FILE] [--receipt FILE]… [--witnesses POLICY]
//                                                                  is it complete, who signed it, does it match my receipts?
//   node verify.mjs log FILE.ndjson [--head HASH]                  is this log complete, unchanged and honestly drawn?
//   node verify.mjs vectors DIR                                    does this program agree with the test vectors?
//
// Exit code 0: valid; 1: something is wrong; 2: a file cannot be read, or the arguments are wrong; 3: nothing is wrong,
// but the bundle is not signed, or none of the keys of --keys has signed it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { check, goesOn, linesOf, policyOf, readBundle, readKeys, readReceipt, unpacked, unreadable } from "./bundle.mjs";
import { canonical, chained, hex, parse, redraw, sha, words } from "./bytes.mjs";
import { commandDigest, commandSalt, commitment, jointKey, seal, sealSalt } from "./bytes.mjs";
import { verify } from "./log.mjs";
import { attempt, is, need } from "./seating.mjs";

const CHECKS = { // file → its cases, each true if this program agrees
  "canonical.json": ({ good, refused }) => [
    ...good.map((one) => canonical(JSON.parse(one.json)) === one.canonical && sha(one.canonical) === one.sha256),
    ...refused.map((one) => attempt(() => parse(one.hex ? hex(one.hex) : Buffer.from(one.text))) !== null)],
  "chain.json": (events) => events.map((one) => chained(one.previous, one.envelope) === one.hash),
  "commitments.json": (cases) => cases.map((one) => commitment(one.seed, one.game) === one.commitment
    && jointKey(one.seed, one.nonces) === one.joint_key),
  "seals.json": (cases) => cases.map((one) => sealSalt(one.seed, one.game, one.version, one.part) === one.salt
    && seal(one.salt, one.game, one.version, one.part, one.value) === one.digest),
  "opens.json": ({ game, to_all: { sealed: one, opens }, to_one_seat: { old, new: part } }) =>
    [[one, opens], [part.sealed, part], [old.sealed, part.value]].map(([{ digest }, given]) =>
      seal(given.salt, game, given.version, given.part, given.value) === digest),
  "commands.json": (cases) => cases.map((one) => commandSalt(one.seed, one.game, one.first, 0) === one.salt
    && commandDigest(one.salt, one.game, one.first, 0, one.body) === one.digest),
  "draws.json": ({ joint_key: key, draws }) => draws.map(({ draw, words: expected }) => {
    const stream = words(key, draw.purpose, draw.counter);
    return expected.every((word) => word === stream.next().value) && canonical(redraw(key, draw)) === canonical(draw.value);
  }),
  "logs.json": (logs, dir) => logs.map((one) => verify(linesAt(join(dir, one.file)), one.head).version === one.version),
  "forged.json": checkForged, "forged-additions.json": checkForged,
  "forged-abandoned.json": checkForged, "forged-abandoned-while-open.json": checkForged, "bundles.json": checkBundles,
  "histories.json": checkBundles, "refusals.json": checkBundles,
  "witnesses.json": (given, dir) => [...checkBundles(given, dir), ...given.refused.map(({ text }) => isRefused(text))],
};

function checkForged({ base, cases }, dir) {
  return cases.map((one) => {
    const log = forged(one, linesAt(join(dir, base)));
    return (attempt(() => verify(log, one.head))?.version ?? null) === one.version;
  });
}

function checkBundles({ base, keys, policies, cases }, dir) {
  const lines = linesAt(join(dir, base)), trusted = readKeys(JSON.stringify({ keys }));
  return cases.map((one) => {
    const bundle = readBundle(one.lines.map((line) => typeof line === "number" ? lines[line - 1] : Buffer.from(line)));
    const policy = one.policy ? policyOf(Buffer.from(policies[one.policy])) : null;
    const { flaws, logged, witnessed, unchecked } = check(bundle, one.trusted ? trusted : null, one.receipts, policy);
    const open = unchecked.filter((each) => /^whether the (game|logs) /.test(each));
    if (one.unproved && canonical(open) !== canonical(one.unproved)) return false;
    const first = Object.fromEntries(flaws.reverse().map(({ check: name, version }) => [name, version])); // of each check
    return canonical({ flaws: first, logged, witnessed })
      === canonical({ flaws: one.flaws, logged: one.logged, witnessed: one.witnessed ?? null });
  });
}

function isRefused(policy) {
  try { policyOf(Buffer.from(policy)); return false; } catch (error) { return error.unreadable === true; }
}

function forged({ lines, rechain }, base) { // a number is a line of the base, a string is the text of a line
  const kinds = { number: (one) => parse(base[one - 1]), string: (one) => Buffer.from(one), object: (one) => one };
  const log = lines.map((one) => kinds[typeof one](one));
  if (rechain) log.reduce((last, line) => (line.hash = chained(last, canonical(line.envelope))), "0".repeat(64));
  return log;
}

function checkVectors(dir) {
  for (const [file, check] of Object.entries(CHECKS).filter(([name]) => existsSync(join(dir, name)))) {
    const agrees = check(JSON.parse(readFileSync(join(dir, file))), dir);
    need(agrees.every(Boolean), `${file}: this program disagrees with case ${agrees.indexOf(false)}, counted from 0`);
    console.log(`${file}: agrees in all ${agrees.length} cases.`);
  }
}

const linesAt = (file) => readAt(file, linesOf);

function tell(log, head) {
  const fresh = Object.values(log.nonces).filter((one) => !one.before_commitment).length;
  if (goesOn(log)) console.log(`Not checked: ${goesOn(log)}.`);
  console.log(`Game ${log.game}: versions 1 to ${log.version} are chained; the last hash is ${log.head}.
${log.bodies.size - (goesOn(log) ? 1 : 0)} commits are complete; of ${log.digests.size} sealed parts, all that are shown match their seals.
${log.seed ? `The game has ended: its seed matches the commitment, salts every seal and yields all ${log.draws.length} draws.`
    : "The game has not ended: sealed parts and draws can be checked only when the seed is published."}
${fresh} of ${log.seats} seats added a nonce after the commitment was published${fresh ? "" : ", so the server could have chosen the dice"}.
${head ? "The last hash matches --head." : "Without --head, events may be missing at the end."}`);
}

function tellBundle(file, trusted, receipts, policy) { // the exit code
  const bundle = readAt(file, (bytes) => readBundle(linesOf(unpacked(bytes))));
  const { flaws, unchecked, log, logged, witnessed, code } = check(bundle, trusted, receipts, policy);
  for (const { check: name, message, version } of flaws)
    console.log(`${file}: ${version === null ? "" : `version ${version}, `}${name}: ${message}`);
  for (const each of unchecked) console.log(`${file}: not checked: ${each}`);
  if (flaws.length) return code;
  if (logged) console.log(`${file}: the transparency log contains version ${logged}`);
  if (witnessed) console.log(`${file}: witnesses have cosigned a checkpoint that contains version ${witnessed}`);
  console.log(`${file}: good: ${log.version} versions\n${file}: head ${log.head}`);
  return code;
}

function readAt(file, read) {
  try { return read(readFileSync(file)); } catch (error) {
    if (error.unreadable || error.code) throw unreadable(`${file}: ${error.message}`);
    throw error;
  }
}

function asked() { // the action, or null if the arguments are wrong
  const options = { head: { type: "string" }, keys: { type: "string" }, receipt: { type: "string", multiple: true },
    witnesses: { type: "string" } };
  let given;
  try { given = parseArgs({ allowPositionals: true, options }); } catch { return null; }
  const { positionals: [mode, file, ...more], values: { head, keys, receipt = [], witnesses } } = given;
  if (!file || more.length || (head && !is("hex", head))) return null;
  const known = { // with the options that it takes
    bundle: [!head, () => tellBundle(file, keys && readAt(keys, readKeys), receipt.map((one) => readAt(one, readReceipt)),
      witnesses && readAt(witnesses, policyOf))],
    log: [!keys && !receipt.length && !witnesses, () => tell(verify(linesAt(file), head, !head), head)],
    vectors: [!head && !keys && !receipt.length && !witnesses, () => checkVectors(file)],
  };
  return Object.hasOwn(known, mode) && known[mode][0] ? known[mode][1] : null;
}

function answer() { // the exit code
  const act = asked();
  if (!act) {
    console.error("usage: node verify.mjs bundle FILE [--keys FILE] [--receipt FILE]… [--witnesses POLICY] | log FILE.ndjson [--head HASH] | vectors DIR");
    return 2;
  }
  let code;
  const found = attempt(() => { code = act(); });
  if (found) console.error(found.version === undefined ? found.message : `Version ${found.version}: ${found.message}.`);
  return found ? 1 : code ?? 0;
}

try { process.exitCode = answer(); } catch (error) {
  if (!error.unreadable) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
