// The errors that calls throw.

/** @import { Problem as ProblemBody } from "./types.d.ts" */

/** The server refuses a request. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Partial<ProblemBody> & Record<string, any>} body
   * @param {number | null} [retryAfter] milliseconds
   */
  constructor(status, body, retryAfter = null) {
    super(String(body.detail || body.error_description || body.title || "The server refused the request."));
    this.name = "Problem";
    this.status = status;
    /** The whole answer. */
    this.body = body;
    /** The kind of problem, such as `rule-violation`, which `/problems/{kind}` explains; or the error of OAuth. */
    this.kind = String(body.type ?? body.error ?? "about:blank").replace(/.*\//, "");
    /** How many milliseconds the server asks the client to wait, or null. */
    this.retryAfter = retryAfter;
  }
}

/** No server answered, or the connection broke. */
export class Unreachable extends Error {
  /**
   * @param {string} message
   * @param {{ cause?: unknown }} [options]
   */
  constructor(message, options) {
    super(message, options);
    this.name = "Unreachable";
  }
}

/**
 * Read a refusal. It may also come from a proxy in between.
 *
 * @param {Response} response
 * @returns {Promise<Problem>}
 */
export async function problemOf(response) {
  const text = await received(response.text(), response.url);
  const seconds = response.headers.get("Retry-After") ?? "";
  return new Problem(response.status, bodyOf(text, response), /^\d+$/.test(seconds) ? 1000 * Number(seconds) : null);
}

/**
 * @param {string} text
 * @param {Response} response
 */
function bodyOf(text, response) {
  try {
    const body = JSON.parse(text);
    if (body !== null && typeof body === "object") return body;
  } catch {
    // not JSON: the title below contains it
  }
  return { title: `The response is not from Kontor: ${text.slice(0, 200) || response.statusText}` };
}

/**
 * Wait for bytes of the server. Throw Unreachable if they do not arrive.
 *
 * @template T
 * @param {Promise<T>} bytes
 * @param {string} what the request, for the message
 * @returns {Promise<T>}
 */
export async function received(bytes, what) {
  try {
    return await bytes;
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const why = error.cause instanceof Error ? error.cause.message || error.cause.name : error.message; // Node: the reason is in `cause`
    throw new Unreachable(`${what}: ${why}`, { cause });
  }
}

/**
 * Return whether the same request may succeed later: the server is unavailable or busy.
 *
 * @param {unknown} error
 * @returns {boolean}
 */
export function isAway(error) {
  if (error instanceof Problem) return error.status >= 500 || error.status === 429 || error.status === 408;
  return error instanceof Unreachable;
}
