// Server-sent events with a key, which EventSource cannot send. A stream reconnects and continues after the last message.

import { FIRST_WAIT, LONGEST_WAIT } from "./http.js";
import { Problem, isAway, problemOf, received } from "./problems.js";
import { sleep, watchdog } from "./timers.js";

/** @import { Http } from "./http.js" */
/** @typedef {{ type: string, data: any, id: string | null }} Message a message; `id` continues a stream after it */
/**
 * @typedef {object} Following
 * @property {string | number | null} [after] continue after this id, or after this version of the game
 * @property {AbortSignal} [signal] ends the stream
 * @property {(state: "live" | "away") => void} [onstate] called with each connection, and when it breaks
 * @property {(data: { version: number, detail: string }) => void} [onreplaced] the server was restored and no longer has the
 *   events that were read: discard them. The stream begins again with the first event.
 */

const SILENCE = 45_000; // milliseconds: the server sends a heartbeat every 15 s, so a longer silence is a broken connection
const REPLACED = "log_replaced", DAMAGED = "log_damaged";

/**
 * Yield the messages of a stream, over as many connections as needed, until the server ends it or the signal aborts. Throw
 * Problem if the server refuses it.
 *
 * @param {Http} http
 * @param {string} path
 * @param {Following} [following]
 * @returns {AsyncGenerator<Message, void, undefined>}
 */
export async function* follow(http, path, { after = null, signal, onstate = () => {}, onreplaced = () => {} } = {}) {
  let last = after === null ? null : String(after);
  let wait = FIRST_WAIT;
  while (!signal?.aborted) {
    const connection = watchdog(SILENCE, signal);
    try {
      const headers = { Accept: "text/event-stream", ...(last !== null && { "Last-Event-ID": last }) };
      const response = await http.open("GET", path, { headers, signal: connection.signal, cache: "no-store" });
      if (!response.ok) throw await problemOf(response);
      if (response.status === 204 || !response.body) return;
      onstate("live");
      for await (const message of messagesOf(response.body, connection.touch)) {
        wait = FIRST_WAIT;
        if (message.id !== undefined) last = message.id || null; // an empty id: the next connection reads from the start
        if (message.type === DAMAGED) throw new Problem(response.status, { type: "/problems/log-damaged", ...message.data });
        if (message.type === REPLACED) onreplaced(message.data);
        else yield { ...message, id: last };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isAway(error)) throw error;
      wait = (error instanceof Problem ? error.retryAfter : null) ?? wait;
    } finally {
      connection.end();
      connection.abort(); // also if the reader stops before the end
    }
    if (signal?.aborted) return;
    onstate("away");
    await sleep(wait, signal);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  }
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} touch called with all that arrives
 * @returns {AsyncGenerator<{ type: string, data: any, id?: string }, void, undefined>}
 */
async function* messagesOf(body, touch) {
  const reader = body.getReader(); // not `for await`: not every browser has it
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await received(reader.read(), "The stream broke");
    if (done) return;
    touch();
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = block.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
      /** @param {string} wanted */
      const valuesOf = (wanted) => fields.filter(([, name]) => name === wanted).map(([, , value]) => value ?? "");
      const data = valuesOf("data").join("\n");
      if (data) yield { type: valuesOf("event")[0] ?? "message", data: JSON.parse(data), id: valuesOf("id")[0] };
    }
  }
}
