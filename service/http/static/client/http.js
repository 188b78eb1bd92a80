// Call the API with fetch: one request and its retries.

import { Problem, Unreachable, problemOf, received } from "./problems.js";
import { sleep, watchdog } from "./timers.js";

/** @typedef {string | null | (() => string | null)} Key the key of an account or the token of a seat, or a function that returns it */
/**
 * @typedef {object} Settings
 * @property {string | URL} [server] the address of the server; a page may leave it out if it comes from there
 * @property {Key} [key]
 * @property {number} [patience] how many milliseconds a call may wait between its attempts; 0: it makes one attempt
 * @property {number} [timeout] milliseconds until a request without an answer has failed
 */
/**
 * @typedef {object} Request
 * @property {Record<string, unknown>} [query] values that are null or undefined are left out
 * @property {unknown} [body] text, bytes and URLSearchParams are sent as they are, everything else as JSON
 * @property {Record<string, string>} [headers]
 * @property {string} [idempotencyKey] the server executes the request once, so that the client may repeat it
 * @property {string | number} [ifMatch] the version that the game must still have
 * @property {Key} [key] instead of the client's own
 * @property {AbortSignal} [signal]
 * @property {RequestCache} [cache]
 * @property {boolean} [keepalive] whether the browser finishes the request after the page is closed
 */

export const FIRST_WAIT = 200, LONGEST_WAIT = 10_000; // milliseconds between attempts, if the server sends no Retry-After
const PATIENCE = 30_000, TIMEOUT = 60_000;
const BUSY = new Set([408, 429]); // the server did not execute the request
const AWAY = new Set([502, 503, 504]); // the server is down for a while; it may have executed the request
const DAMAGED = "log-damaged"; // the server sends 503, but no retry helps

/** Sends requests to one server. */
export class Http {
  /** @param {Settings} [settings] */
  constructor({ server = globalThis.location?.origin, key = null, patience = PATIENCE, timeout = TIMEOUT } = {}) {
    if (!server) throw new TypeError('Pass the address of the server, for example { server: "http://127.0.0.1:8080" }.');
    this.server = new URL(server);
    this.key = key;
    this.patience = patience;
    this.timeout = timeout;
  }

  /**
   * Send a request and return the content of the answer: JSON, text or bytes, or null if there is none. Repeat the request
   * while the server is busy or away, if that cannot have a second effect. Throw Problem or Unreachable.
   *
   * @param {string} method
   * @param {string} path an address of the API, for example an `href` of an earlier answer
   * @param {Request} [request]
   * @returns {Promise<any>}
   */
  async call(method, path, request = {}) {
    const isRepeatable = method !== "POST" || request.idempotencyKey !== undefined;
    let left = this.patience;
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      try {
        return await this.#attempt(method, path, request);
      } catch (error) {
        request.signal?.throwIfAborted();
        const pause = (error instanceof Problem ? error.retryAfter : null) ?? wait * (0.5 + Math.random() / 2);
        left -= pause;
        if (!isWorthAnother(error, isRepeatable) || left < 0) throw error;
        await sleep(pause, request.signal);
        request.signal?.throwIfAborted();
      }
    }
  }

  /**
   * Send a request once and return the response, whatever its status. Throw Unreachable if there is none.
   *
   * @param {string} method
   * @param {string} path
   * @param {Request} [request]
   * @returns {Promise<Response>}
   */
  open(method, path, { query = {}, body, headers, idempotencyKey, ifMatch, key = this.key, signal, cache, keepalive } = {}) {
    const url = new URL(path, this.server);
    if (url.origin !== this.server.origin) throw new TypeError(`${path} is on another server, which must not get the key.`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    const sent = new Headers(headers);
    const bearer = typeof key === "function" ? key() : key;
    if (bearer) sent.set("Authorization", `Bearer ${bearer}`);
    if (idempotencyKey !== undefined) sent.set("Idempotency-Key", `"${idempotencyKey}"`);
    if (ifMatch !== undefined) sent.set("If-Match", `"${ifMatch}"`);
    const [type, content] = encoded(body);
    if (type) sent.set("Content-Type", type);
    return received(fetch(url, { method, headers: sent, body: content, signal, cache, keepalive }), `${method} ${url}`);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {Request} request
   */
  async #attempt(method, path, request) {
    const timer = watchdog(this.timeout, request.signal);
    try {
      const response = await this.open(method, path, { ...request, signal: timer.signal });
      timer.touch(); // a long answer gets the whole time again
      if (!response.ok) throw await problemOf(response);
      return await contentOf(response);
    } finally {
      timer.end();
    }
  }
}

/** Return a new Idempotency-Key. `crypto.randomUUID` is missing on pages without HTTPS. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (each) => each.toString(16).padStart(2, "0")).join("");

/**
 * @param {unknown} error
 * @param {boolean} isRepeatable
 */
function isWorthAnother(error, isRepeatable) {
  if (!(error instanceof Problem)) return error instanceof Unreachable && isRepeatable;
  return BUSY.has(error.status) || (AWAY.has(error.status) && isRepeatable && error.kind !== DAMAGED);
}

/**
 * @param {unknown} body
 * @returns {[string, BodyInit] | []}
 */
function encoded(body) {
  if (body === undefined) return [];
  if (typeof body === "string") return ["text/plain; charset=utf-8", body];
  if (body instanceof ArrayBuffer || body instanceof Blob) return ["application/octet-stream", body];
  if (ArrayBuffer.isView(body)) return ["application/octet-stream", /** @type {ArrayBufferView<ArrayBuffer>} */ (body)];
  if (body instanceof URLSearchParams) return ["application/x-www-form-urlencoded", body];
  return ["application/json", JSON.stringify(body)];
}

/**
 * @param {Response} response
 * @returns {Promise<unknown>}
 */
async function contentOf(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (response.status === 204) return null;
  if (!/json|text|svg/.test(type)) return new Uint8Array(await received(response.arrayBuffer(), response.url));
  const text = await received(response.text(), response.url);
  if (!/json/.test(type) || /ndjson/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(response.status, { title: `The response is not from Kontor: ${text.slice(0, 200)}` });
  }
}
