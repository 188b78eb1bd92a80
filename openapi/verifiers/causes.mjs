// Checks which command each kernel event may come from (docs/log-format.md §7). Part of verify.mjs.
import { KERNEL, need } from "./seating.mjs";

const SYSTEM = () => ["system"], ITS_SEAT = ({ seat }) => [`seat:${seat}`], ANYBODY = () => null;
const EITHER = ({ seat }) => [`seat:${seat}`, "system"];
const CAUSES = { // event, and its `why` or `reason` where that decides: the allowed actors, and the types of the body
  game_created: [SYSTEM, "create"], seat_taken: [ITS_SEAT, "join", "take_seat"], seat_left: [ITS_SEAT, "leave", "leave_seat"],
  "seat_changed resigned": [ITS_SEAT, "resign"], "seat_changed returned": [ITS_SEAT, "return"],
  "seat_changed timed_out": [SYSTEM, "time_out"], decision_timed_out: [SYSTEM, "time_out"],
  seat_passed: [EITHER, "pass_seat"], clocks_resumed: [ANYBODY, "resume"], commits_undone: [ANYBODY, "undo"],
  "clocks_paused agreed": [ANYBODY, "pause"], "clocks_paused vacation": [EITHER, "pause"], clocks_paused: [SYSTEM, "pause"],
  "game_aborted timed_out": [SYSTEM, "time_out"], game_aborted: [SYSTEM, "abort"], game_finished: [SYSTEM, "score"],
};

export function checkCause(log, { type, data }) { // the first kernel event of a commit decides; a note decides nothing
  if (log.caused || type === "note_sealed" || !Object.hasOwn(KERNEL, type)) return;
  need(type !== "game_started", "game_started must be in the commit that filled the last seat");
  log.caused = true;
  const [who, ...types] = CAUSES[`${type} ${data.why ?? data.reason}`] ?? CAUSES[type], actors = who(data);
  need(!actors || actors.includes(log.actor), `${type} does not come from ${log.actor}`);
  if (!log.body) return;
  need(types.includes(log.body.type), `${type} must come from a command of type ${types[0]}`);
  need(!("seat" in log.body) || log.body.seat === data.seat, `the command names another seat than ${type}`);
}
