// Repeat reads that failed because the server was unavailable.

import { isAway } from "./api.js";
import { oneAtATime } from "./dom.js";

const FIRST_WAIT = 1_000, LONGEST_WAIT = 10_000; // milliseconds after a failure
const SOON = 250; // milliseconds until an action that read something old runs again

// Return a function that runs `action`, one run at a time. After a failure the action runs again, after longer and longer
// waits, and also after it returns false: it has read something old. It also runs when the browser is online again and when the page becomes visible: the connection may have been lost
// while the computer slept. `onbehind` reports whether the last run failed.
export function retrying(action, onbehind) {
  let wait = FIRST_WAIT, soon = SOON, timer = null;
  const run = oneAtATime(async () => {
    clearTimeout(timer);
    try {
      const isCurrent = (await action()) !== false;
      if (!isCurrent) timer = setTimeout(run, soon);
      soon = isCurrent ? SOON : Math.min(2 * soon, LONGEST_WAIT);
      wait = FIRST_WAIT;
      onbehind(false);
    } catch (error) {
      if (!isAway(error)) throw error;
      onbehind(true);
      timer = setTimeout(run, error.retryAfter ?? wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
  });
  addEventListener("online", run);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && run());
  return run;
}
