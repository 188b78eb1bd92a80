// The forms of Kontor's log (docs/log-format.md §6, §7), and the checks of seats. Part of verify.mjs.

export const flaw = (message, version) => Object.assign(new Error(message), { flaw: true, version });
export const need = (holds, message, version) => { if (!holds) throw flaw(message, version); };
export function attempt(action) { // the flaw that the action throws, or null
  try { action(); return null; } catch (error) { if (error.flaw) return error; throw error; }
}
export const needSeat = (log, seat) => need(seat <= log.seats, `the game has no seat ${seat}`);

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const SIMPLE = {
  any: () => true, text: (value) => typeof value === "string", int: Number.isSafeInteger, object: isObject,
  flag: (value) => typeof value === "boolean", positive: (value) => Number.isSafeInteger(value) && value > 0,
  bound: (value) => Number.isSafeInteger(value) && value > 0 && value <= 2 ** 32,
  seat: (value) => Number.isSafeInteger(value) && value > 0 && value < 100,
  days: (value) => Number.isSafeInteger(value) && value > 0 && value <= 3650,
  item: (value) => Number.isSafeInteger(value) || typeof value === "string",
  options: (value) => isObject(value) && Object.values(value).every((one) => is("flag", one) || is("item", one)),
  holder: (value) => is("bot_holder", value) || is("person_holder", value),
  time: (value) => /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value))
    && new Date(value).toISOString() === value,
  hex: /^[0-9a-f]{64}$/, person: /^[0-9a-f]{32}$/, uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  board: /^sha256:[0-9a-f]{64}$/, name: /^[a-z][a-z0-9_]*$/, actor: /^(system|seat:[1-9][0-9]?)$/, purpose: /^[a-z0-9_.-]+$/,
  duration: /^P(?=\d|T\d)(\d{1,3}D)?(T(?=\d)(\d{1,3}H)?(\d{1,4}M)?(\d{1,5}S)?)?$/, yes: (value) => value === true,
  logged: (value) => Array.isArray(value) && value.length === 2 && is("positive", value[0]) && is("hex", value[1]),
};
const FORMS = { // key:kind, key?:kind where it may be missing; [kind] is a list, =a|b one of these strings
  line: "version:int hash:hex envelope:envelope parts:[part] command?:shown",
  part: "part:int salt:hex value:any", shown: "salt:hex body:object", sealed: "for:[seat] digest:hex",
  envelope: "format:=kontor-log/1 game:uuid version:int type:name schema:positive at:time actor:actor command:cause "
    + "data:object sealed:[sealed] opens:[opening]",
  cause: "bot?:text id:uuid first:int last:int digest:hex", opening: "version:int part:int salt:hex value:any",
  draw: "purpose:purpose counter:int below:bound value:int",
  shuffle: "purpose:purpose counter:int shuffle:[item] value:[item]",
  plan: "seat:seat kind:=open|bot bot?:text colour?:text", clock: "per_decision:duration bank:duration on_timeout:=bot|abort",
  nonce: "seat:seat nonce:hex", bot_holder: "kind:=bot bot:text", person_holder: "kind:=participant participant:person",
  placing: "seat:seat rank:int total:int",
  leaf: "format:=kontor-tlog-leaf/1 game:uuid hash:hex version:positive",
  history: "format:=kontor-tlog-history/1 game:uuid leaves:[logged] path:[hex]",
};
export const KERNEL = {
  game_created: "ruleset:text ruleset_version:int board:board options:options seats:[plan] order:=listed|drawn "
    + "dice:=kontor-dice/1 commitment:hex clock?:clock stand_in?:text practice?:yes open_until?:time idle_days?:days",
  seat_taken: "seat:seat participant:person nonce?:hex before_commitment:flag colour?:text",
  seat_left: "seat:seat participant:person", game_started: "nonces:[nonce] turn_order:[seat]",
  seat_changed: "seat:seat to:holder why:=resigned|returned|timed_out", decision_timed_out: "seat:seat deadline:time",
  seat_passed: "seat:seat from:person to:person", clocks_paused: "seat?:seat why:=agreed|vacation|admin until?:time",
  clocks_resumed: "seat?:seat", commits_undone: "to:int why:=own_turn|agreed",
  note_sealed: "", game_aborted: "reason:=creator|agreed|admin|timed_out|abandoned seed:hex",
  game_finished: "ranking:[placing] seed:hex",
};

export function is(kind, value) {
  if (kind.startsWith("[")) return Array.isArray(value) && value.every((one) => is(kind.slice(1, -1), one));
  if (kind.startsWith("=")) return kind.slice(1).split("|").includes(value);
  if (SIMPLE[kind] instanceof RegExp) return typeof value === "string" && SIMPLE[kind].test(value);
  return SIMPLE[kind] ? SIMPLE[kind](value) : hasForm(FORMS[kind], value);
}

function hasForm(form, value) {
  const rows = form.split(" ").filter(Boolean).map((row) => row.match(/^(\w+)(\??):(.*)$/).slice(1));
  return isObject(value) && Object.keys(value).every((key) => rows.some(([known]) => known === key))
    && rows.every(([key, maybe, kind]) => (Object.hasOwn(value, key) ? is(kind, value[key]) : maybe));
}

// ---------------------------------------------------------------- can this event come here?

export function follow(log, event, data) {
  const { type } = event, { seat } = data, { people, bots } = log;
  const seats = Array.from({ length: log.seats }, (_, n) => n + 1);
  const held = (one) => one in people || one in bots;
  const everySeatOnce = (list) => list.length === log.seats && seats.every((one) => list.includes(one));
  const full = log.seats > 0 && seats.every(held);
  need(!full || log.started || type === "game_started", "all seats are taken: the next event must be game_started");
  const early = ["game_created", "seat_taken", "seat_left", "game_started"].includes(type);
  if (type !== "game_aborted") need(early !== !!log.started, `${type} is on the wrong side of game_started`);
  if (!Object.hasOwn(KERNEL, type)) return;
  need(event.schema === 1 && hasForm(KERNEL[type], data), `${type} does not have the required form`);
  need(!event.opens.length && (type === "note_sealed" || !event.sealed.length), `${type} seals or opens something`);
  if ("seat" in data) needSeat(log, seat);
  if (type === "game_created") {
    const numbered = data.seats.length > 0 && data.seats.every((plan, n) => plan.seat === n + 1);
    need(numbered, "seats must be numbered from 1, without a gap");
    need(data.seats.every((plan) => (plan.kind === "bot") === "bot" in plan), "a seat must name a bot if and only if its kind is bot");
    for (const plan of data.seats) if ("bot" in plan) bots[plan.seat] = plan.bot;
    Object.assign(log, { seats: data.seats.length, commitment: data.commitment, plan: data });
  } else if (type === "seat_taken") {
    need(!held(seat), `seat ${seat} is taken already`);
    need("nonce" in data || !data.before_commitment, "before_commitment needs a nonce");
    people[seat] = data.participant;
    log.participants.add(data.participant);
    if ("nonce" in data) log.nonces[seat] = data;
  } else if (type === "seat_left") {
    need(people[seat] === data.participant, `seat ${seat} is left by a participant who does not hold it`);
    delete people[seat];
    delete log.nonces[seat];
  } else if (type === "game_started") {
    need(full, "the game starts with an open seat");
    need(everySeatOnce(data.turn_order), "turn_order must name every seat once");
    const given = seats.filter((one) => one in log.nonces);
    need(data.nonces.length === given.length && data.nonces.every((one, n) => one.seat === given[n]
      && one.nonce === log.nonces[one.seat].nonce), "the nonces are not the ones that the seats gave");
    Object.assign(log, { started: true, joint: data.nonces });
  } else if (type === "seat_changed") {
    need((data.to.kind === "participant") === (data.why === "returned"), "only a participant can return to a seat");
    need(data.why !== "resigned" || !(seat in bots), `seat ${seat} is a bot's and cannot resign`);
    need(data.why !== "returned" || (seat in bots && people[seat] === data.to.participant),
      `seat ${seat} is taken back by a participant who did not hand it to a bot`);
    if (data.why === "returned") delete bots[seat];
    else bots[seat] = data.to.bot;
  } else if (type === "seat_passed") {
    need(people[seat] === data.from, `seat ${seat} is passed on by a participant who does not hold it`);
    need(!log.participants.has(data.to), `seat ${seat} is passed to a participant who already had a seat in this game`);
    log.participants.add(people[seat] = data.to);
    delete bots[seat];
  } else if (type === "clocks_paused") {
    need(!log.paused.has(seat), "clocks_paused, but these clocks were paused already");
    need(data.why !== "vacation" || "seat" in data, "a vacation must name a seat");
    log.paused.add(seat); // undefined: all clocks
  } else if (type === "clocks_resumed") {
    need(log.paused.delete(seat), "clocks_resumed, but these clocks were not paused");
  } else if (type === "decision_timed_out") {
    need(data.deadline <= event.at, "a decision timed out before its deadline");
  } else if (data.reason === "abandoned") {
    const { open_until: end, idle_days: days } = log.plan, idle = Date.parse(event.at) - Date.parse(log.before);
    need(log.started ? days && idle >= days * 86_400_000 : end && end <= event.at, "the game is not abandoned yet");
  } else if (type === "game_finished") {
    const rows = data.ranking;
    need(event.actor === "system" && everySeatOnce(rows.map((row) => row.seat)), "the system ranks every seat once");
    need(rows.every((row, n) => n === 0 ? row.rank === 1 : row.rank === rows[n - 1].rank ? row.seat > rows[n - 1].seat
      : row.rank > rows[n - 1].rank && row.rank <= n + 1), "the ranking is not in order");
  }
  if ("seed" in data) log.seed = data.seed;
}
