// Checks that the log is complete, unchanged and honestly drawn (docs/log-format.md §8). Part of verify.mjs.
import { canonical, chained, parse, redraw } from "./bytes.mjs";
import { commandDigest, commandSalt, commitment, jointKey, seal, sealSalt } from "./bytes.mjs";
import { checkCause } from "./causes.mjs";
import { attempt, flaw, follow, is, isObject, need, needSeat } from "./seating.mjs";

export function verify(lines, head, isPage = false) { // a page may end within a commit
  const log = { version: 0, head: "0".repeat(64), at: "", seats: 0, people: {}, bots: {}, nonces: {}, commands: new Set(),
    bodies: new Map(), digests: new Map(), salts: new Map(), opened: new Set(), draws: [], participants: new Set(),
    paused: new Set(), ends: new Set(), undone: [], lastOpening: 0 };
  for (const line of lines) {
    const expected = log.version + 1;
    const found = attempt(() => readLine(log, Buffer.isBuffer(line) ? parse(line) : line));
    if (found) throw flaw(found.message, expected);
  }
  need(log.version > 0, "the log is empty", 0);
  need((isPage && !log.seed) || log.commit.last === log.version, "a commit is not complete", log.version);
  if (log.seed) checkEnded(log);
  need(!head || head === log.head, `the log ends with hash ${log.head}, not with ${head}`, log.version);
  return log;
}

function readLine(log, line) {
  need(is("line", line), "the line or its envelope does not have the required form");
  const event = line.envelope, version = log.version + 1;
  need(!log.seed, "nothing can follow the end of a game");
  need((log.game ?? event.game) === event.game, "the envelope belongs to another game");
  need(event.version === version && line.version === version, `version ${version} is missing here`);
  need(event.at >= log.at, "the event is older than the one before it");
  need((event.type === "game_created") === (version === 1), "game_created must be the first event, and only the first");
  const head = chained(log.head, canonical(event));
  need(line.hash === head, "the hash does not match the previous hash and the envelope");
  Object.assign(log, { version, head, game: event.game, before: log.at, at: event.at });
  checkCommit(log, event);
  follow(log, event, event.data);
  if (event.actor !== "system") needSeat(log, Number(event.actor.slice(5)));
  event.sealed.forEach((part, number) => {
    part.for.forEach((seat) => needSeat(log, seat));
    need(part.for.every((seat, n) => n === 0 || part.for[n - 1] < seat), "for must list seats in rising order, each once");
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
    need(n === 0 || line.parts[n - 1].part < part.part, "parts must be listed by number, each once");
    checkSeal(log, { ...part, version });
    log.salts.set(`${version}/${part.part}`, part.salt);
  }
  if (event.type === "note_sealed") checkNote(event, line.parts);
  if (line.command) {
    need(log.commit.first === version, "only the first event of a commit may carry the command");
    const digest = commandDigest(line.command.salt, log.game, version, 0, line.command.body);
    need(digest === log.commit.digest, "the command does not match its digest");
    log.bodies.set(version, line.command.salt);
    log.body = line.command.body;
  }
  checkCause(log, event);
  if (event.type === "commits_undone") checkUndone(log, event.data.to);
  if (log.started && log.commit.last === version) log.ends.add(version);
  for (const holder of [event.data, ...line.parts.map((part) => part.value)]) {
    if (!isObject(holder) || !Object.hasOwn(holder, "draws")) continue;
    const drawn = Array.isArray(holder.draws) && holder.draws.every((draw) => is("draw", draw) || is("shuffle", draw));
    need(drawn && (log.started || holder.draws.length === 0), "draws is not a list of draws, or comes before the start of the game");
    log.draws.push(...holder.draws.map((draw) => [version, draw]));
  }
}

function checkNote(event, parts) {
  need(event.sealed.length && event.sealed.every((one) => !one.for.length), "a note must have sealed parts, and list no seat that may read them");
  need(parts.every(({ value }) => isObject(value) && Object.keys(value).join() === "note"), "a part of a note must have the single field note");
}

function checkUndone(log, to) {
  need(log.commit.first === log.commit.last, "commits_undone must be the only event of its commit");
  need(log.ends.has(to) && to < log.version - 1, `version ${to} is not the end of an earlier commit of the game`);
  need(log.undone.every(([first, last]) => to < first || to > last), `version ${to} was undone`);
  need(log.lastOpening <= to, `a part was opened since version ${to}, which cannot be undone`);
  log.undone.push([to + 1, log.version - 1]);
}

function checkCommit(log, { command, actor, at }) {
  if (command.first !== log.version) {
    const same = log.commit && canonical(command) === canonical(log.commit) && actor === log.actor;
    return need(same && at === log.commitAt && log.version <= command.last,
      "the events of a commit must have the same command, actor and time");
  }
  need(log.version === 1 || log.commit.last === log.version - 1, "a commit is not complete");
  need(!log.commands.has(command.id), `command ${command.id} is in the log twice`);
  need(command.last >= command.first, "a commit ends before it begins");
  log.commands.add(command.id);
  log.bodies.set(command.first, null);
  need(!("bot" in command) || log.bots[actor.slice(5)] === command.bot, `${actor} is not played by that bot`);
  Object.assign(log, { commit: command, commitAt: at, actor, body: null, caused: false });
}

function checkSeal(log, { version, part, salt, value }) {
  const digest = log.digests.get(`${version}/${part}`);
  const same = digest && digest === seal(salt, log.game, version, part, value);
  need(same, `part ${part} of version ${version} does not match its seal, or was not sealed`);
  const keys = isObject(value) ? Object.keys(value).sort().join() : "";
  if (keys === "part,salt,value,version") checkOpening(log, value, version); // the part shows an earlier part to its readers
}

function checkOpening(log, opening, before) {
  need(is("opening", opening) && opening.version < before, "only earlier parts can be opened");
  checkSeal(log, opening);
}

function checkEnded(log) {
  need(commitment(log.seed, log.game) === log.commitment, "the seed does not match the commitment", log.version);
  for (const address of log.digests.keys()) {
    const [version, part] = address.split("/").map(Number), salt = log.salts.get(address);
    need(salt, `part ${part} is missing although the game has ended`, version);
    need(salt === sealSalt(log.seed, log.game, version, part), `the salt of part ${part} is not the seed's`, version);
  }
  for (const [first, salt] of log.bodies) {
    need(salt, "the command is missing although the game has ended", first);
    need(salt === commandSalt(log.seed, log.game, first, 0), "the salt of the command is not the seed's", first);
  }
  const key = jointKey(log.seed, log.joint ?? []), counters = new Map();
  for (const [version, draw] of log.draws) {
    need(draw.counter === (counters.get(draw.purpose) ?? 0), `a draw of ${draw.purpose} is left out or repeated`, version);
    counters.set(draw.purpose, draw.counter + 1);
    const same = canonical(redraw(key, draw)) === canonical(draw.value);
    need(same, `seed and nonces yield another value for ${draw.purpose}`, version);
  }
}
