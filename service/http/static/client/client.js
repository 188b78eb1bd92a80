// A client with a method for each operation of the API.

import { Http, newKey } from "./http.js";
import { OPERATIONS } from "./operations.js";
import { follow } from "./streams.js";

/** @import { Request, Settings } from "./http.js" */
/** @import { Following, Message } from "./streams.js" */
/** @import { Line, Operations } from "./types.d.ts" */
/** @typedef {Record<string, any> & Pick<Request, "body" | "headers" | "idempotencyKey" | "ifMatch" | "signal">} Given */

// The loop at the end adds the methods of Operations.
const Calls = /** @type {new (settings?: Settings) => Http & Operations} */ (Http);

/** A client of one server, with the key of one account or the token of one seat. */
export class Client extends Calls {
  /**
   * Follow a game: yield its events until it has ended. After a broken connection the stream continues without a gap.
   *
   * @param {{ game_id: string } & Following} request
   * @returns {AsyncGenerator<Line, void, undefined>}
   */
  async *streamGame({ game_id, ...following }) {
    for await (const { data } of follow(this, pathOf("/v1/games/{game_id}/stream", { game_id }), following)) yield data;
  }

  /**
   * Follow the account: yield what waits for its seats, then all further messages.
   *
   * @param {Omit<Following, "onreplaced">} [request]
   * @returns {AsyncGenerator<Message, void, undefined>}
   */
  streamMyDecisions(request = {}) {
    return follow(this, "/v1/me/stream", request);
  }

  /**
   * Yield the items of a list and of all its further pages: `client.items(client.listGames({ mine: true }))`.
   *
   * @template T
   * @param {Promise<{ items: T[], next?: string | null }> | { items: T[], next?: string | null }} list
   * @returns {AsyncGenerator<T, void, undefined>}
   */
  async *items(list) {
    for (let page = await list; ; page = await this.call("GET", page.next)) {
      yield* page.items;
      if (!page.next) return;
    }
  }
}

/**
 * Return the position of an event: a stream and `listEvents` continue after it.
 *
 * @param {Pick<Line, "version" | "hash">} line
 */
export const positionOf = ({ version, hash }) => `${version}-${hash.slice(0, 12)}`;

/**
 * @param {string} template
 * @param {Record<string, unknown>} named
 */
function pathOf(template, named) {
  return template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(named[name] ?? "");
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${template} needs ${name}.`);
    return encodeURIComponent(value);
  });
}

/**
 * @param {unknown} fields
 */
function formOf(fields) {
  const sent = Object.entries(/** @type {Record<string, unknown>} */ (fields)).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(sent.map(([name, value]) => [name, String(value)]));
}

for (const [name, { method, path, isKeyed, isForm }] of Object.entries(OPERATIONS)) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((each) => each[1]);
  /**
   * @this {Http}
   * @param {Given} [given]
   */
  const value = async function ({ body, headers, idempotencyKey, ifMatch, signal, ...named } = {}) {
    const query = Object.fromEntries(Object.entries(named).filter(([each]) => !inPath.includes(each)));
    const key = isKeyed ? (idempotencyKey ?? newKey()) : undefined;
    const content = isForm ? formOf(body) : body;
    return this.call(method, pathOf(path, named), { query, body: content, headers, idempotencyKey: key, ifMatch, signal });
  };
  Object.defineProperty(Client.prototype, name, { value, configurable: true, writable: true });
}
