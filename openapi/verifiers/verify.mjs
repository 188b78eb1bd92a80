// A second verifier of Kontor's logs, written from docs/log-format.md alone. It needs nothing but Node 20.
//
//   node verify.mjs log FILE.ndjson [--head HASH]    is this log whole, unchanged and honestly drawn?
//   node verify.mjs vectors DIR                      does this program agree with the test vectors?
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonical, chained, hex, parse, redraw, sha, words } from "./bytes.mjs";
import { commandDigest, commandSalt, commitment, jointKey, seal, sealSalt } from "./bytes.mjs";
import { checkCause } from "./causes.mjs";
import { flaw, follow, is, isObject, need, needSeat } from "./seating.mjs";

// ---------------------------------------------------------------- §8 the verifier

function verify(lines, head) {
  const log = { version: 0, head: "0".repeat(64), at: "", seats: 0, people: {}, bots: {}, nonces: {}, commands: new Set(),
    bodies: new Map(), digests: new Map(), salts: new Map(), opened: new Set(), draws: [], participants: new Set(),
    paused: new Set(), ends: new Set(), undone: [], lastOpening: 0 };
  for (const line of lines) {
    const expected = log.version + 1;
    const found = attempt(() => readLine(log, Buffer.isBuffer(line) ? parse(line) : line));
    if (found) throw flaw(found.message, expected);
  }
  need(log.version > 0, "the log is empty", 0);
  need(log.commit.last === log.version, "a commit is not complete", log.version);
  if (log.seed) checkEnded(log);
  need(!head || head === log.head, `the log ends with hash ${log.head}, not with ${head}`, log.version);
  return log;
}

function readLine(log, line) {
  need(is("line", line), "the line or its envelope has not the form it should have");
  const event = line.envelope, version = log.version + 1;
  need(!log.seed, "nothing can follow the end of a game");
  need((log.game ?? event.game) === event.game, "the envelope belongs to another game");
  need(event.version === version && line.version === version, `version ${version} is missing here`);
  need(event.at >= log.at, "the time runs backwards");
  need((event.type === "game_created") === (version === 1), "a game begins with game_created, once");
  const head = chained(log.head, canonical(event));
  need(line.hash === head, "the hash does not follow from the previous one and the envelope");
  Object.assign(log, { version, head, game: event.game, at: event.at });
  checkCommit(log, event);
  follow(log, event, event.data);
  if (event.actor !== "system") needSeat(log, Number(event.actor.slice(5)));
  event.sealed.forEach((part, number) => {
    part.for.forEach((seat) => needSeat(log, seat));
    need(part.for.every((seat, n) => n === 0 || part.for[n - 1] < seat), "for lists seats, each once and rising");
    log.digests.set(`${version}/${number}`, part.digest);
  });
  for (const opening of event.opens) {
    checkOpening(log, opening, version);
    const address = `${opening.version}/${opening.part}`;
    need(!log.opened.has(address), `part ${opening.part} of version ${opening.version} is open already`);
    log.opened.add(address);
    log.lastOpening = version;
  }
  for (const [n, part] of line.parts.entries()) {
    need(n === 0 || line.parts[n - 1].part < part.part, "parts are listed by their numbers, each once");
    checkSeal(log, { ...part, version });
    log.salts.set(`${version}/${part.part}`, part.salt);
  }
  if (event.type === "note_sealed") checkNote(event, line.parts);
  if (line.command) {
    need(log.commit.first === version, "a command is shown with the first event of its commit");
    const digest = commandDigest(line.command.salt, log.game, version, 0, line.command.body);
    need(digest === log.commit.digest, "the command is not the one that was digested");
    log.bodies.set(version, line.command.salt);
    log.body = line.command.body;
  }
  checkCause(log, event);
  if (event.type === "commits_undone") checkUndone(log, event.data.to);
  if (log.started && log.commit.last === version) log.ends.add(version);
  for (const holder of [event.data, ...line.parts.map((part) => part.value)]) {
    if (!isObject(holder) || !Object.hasOwn(holder, "draws")) continue;
    const drawn = Array.isArray(holder.draws) && holder.draws.every((draw) => is("draw", draw) || is("shuffle", draw));
    need(drawn && (log.started || holder.draws.length === 0), "draws lists no draws, or ones from before the start");
    log.draws.push(...holder.draws.map((draw) => [version, draw]));
  }
}

function checkNote(event, parts) {
  need(event.sealed.length && event.sealed.every((one) => !one.for.length), "a note has parts, and they are for nobody");
  need(parts.every(({ value }) => isObject(value) && Object.keys(value).join() === "note"), "a note has the field note alone");
}

function checkUndone(log, to) {
  need(log.commit.first === log.commit.last, "commits_undone stands alone in its commit");
  need(log.ends.has(to) && to < log.version - 1, `version ${to} is not the end of an earlier commit of the game`);
  need(log.undone.every(([first, last]) => to < first || to > last), `version ${to} was undone itself`);
  need(log.lastOpening <= to, `a part was opened since version ${to}, which cannot be undone`);
  log.undone.push([to + 1, log.version - 1]);
}

function checkCommit(log, { command, actor, at }) {
  if (command.first !== log.version) {
    const same = log.commit && canonical(command) === canonical(log.commit) && actor === log.actor;
    return need(same && at === log.commitAt && log.version <= command.last,
      "the events of a commit have one command, one actor and one time");
  }
  need(log.version === 1 || log.commit.last === log.version - 1, "a commit is not complete");
  need(!log.commands.has(command.id), `command ${command.id} stands in the log twice`);
  need(command.last >= command.first, "a commit ends before it begins");
  log.commands.add(command.id);
  log.bodies.set(command.first, null);
  need(!("bot" in command) || log.bots[actor.slice(5)] === command.bot, `${actor} is not played by that bot`);
  Object.assign(log, { commit: command, commitAt: at, actor, body: null, caused: false });
}

function checkSeal(log, { version, part, salt, value }) {
  const digest = log.digests.get(`${version}/${part}`);
  const same = digest && digest === seal(salt, log.game, version, part, value);
  need(same, `part ${part} of version ${version} is not what was sealed, or was not sealed at all`);
  const keys = isObject(value) ? Object.keys(value).sort().join() : "";
  if (keys === "part,salt,value,version") checkOpening(log, value, version); // it shows an earlier part to its readers
}

function checkOpening(log, opening, before) {
  need(is("opening", opening) && opening.version < before, "only earlier parts can be opened");
  checkSeal(log, opening);
}

function checkEnded(log) {
  need(commitment(log.seed, log.game) === log.commitment, "the seed is not the one that was committed to", log.version);
  for (const address of log.digests.keys()) {
    const [version, part] = address.split("/").map(Number), salt = log.salts.get(address);
    need(salt, `part ${part} is not shown though the game has ended`, version);
    need(salt === sealSalt(log.seed, log.game, version, part), `the salt of part ${part} is not the seed's`, version);
  }
  for (const [first, salt] of log.bodies) {
    need(salt, "the command is not shown though the game has ended", first);
    need(salt === commandSalt(log.seed, log.game, first, 0), "the salt of the command is not the seed's", first);
  }
  const key = jointKey(log.seed, log.joint ?? []), counters = new Map();
  for (const [version, draw] of log.draws) {
    need(draw.counter === (counters.get(draw.purpose) ?? 0), `a draw of ${draw.purpose} is left out or repeated`, version);
    counters.set(draw.purpose, draw.counter + 1);
    const same = canonical(redraw(key, draw)) === canonical(draw.value);
    need(same, `that is not what seed and nonces yield for ${draw.purpose}`, version);
  }
}

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
  "logs.json": (logs, dir) => logs.map((one) => verify(linesOf(join(dir, one.file)), one.head).version === one.version),
  "forged.json": checkForged, "forged-additions.json": checkForged,
};

function checkForged({ base, cases }, dir) {
  return cases.map((one) => {
    const log = forged(one, linesOf(join(dir, base)));
    return (attempt(() => verify(log, one.head))?.version ?? null) === one.version;
  });
}

function attempt(action) { // the flaw it meets, or null
  try { action(); return null; } catch (error) { if (error.flaw) return error; throw error; }
}

function forged({ lines, rechain }, base) { // a number stands for a line of the base, a string for the text of a line
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

function linesOf(file) {
  const bytes = readFileSync(file, "latin1"); // one character a byte: whether it is UTF-8 is for parse to say
  return bytes === "" ? [] : bytes.replace(/\n$/, "").split("\n").map((line) => Buffer.from(line, "latin1"));
}

function tell(log, head) {
  const fresh = Object.values(log.nonces).filter((one) => !one.before_commitment).length;
  console.log(`Game ${log.game}: versions 1 to ${log.version} hang together; the last hash is ${log.head}.
${log.bodies.size} commits are whole; of ${log.digests.size} sealed parts, all that is shown is what was sealed.
${log.seed ? `The game has ended: its seed is the one committed to, salts every seal and yields all ${log.draws.length} draws.`
    : "The game goes on: what is still sealed, and every draw, can be checked only when the seed is published."}
${fresh} of ${log.seats} seats added a nonce to the published commitment${fresh ? "" : ", so that the dice could be chosen"}.
${head ? "The last hash is the one you gave." : "Without --head it is not proved that nothing is missing at the end."}`);
}

const [mode, path, flag, head] = process.argv.slice(2);
if (!path || !["log", "vectors"].includes(mode) || (flag && (flag !== "--head" || !is("hex", head)))) {
  console.error("usage: node verify.mjs log FILE.ndjson [--head HASH] | node verify.mjs vectors DIR");
  process.exit(2);
}
const found = attempt(() => mode === "vectors" ? checkVectors(path) : tell(verify(linesOf(path), head), head));
if (found) console.error(found.version === undefined ? found.message : `Version ${found.version}: ${found.message}.`);
process.exitCode = found ? 1 : 0;
