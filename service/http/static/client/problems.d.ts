/**
 * Read a refusal. It may also come from a proxy in between.
 *
 * @param {Response} response
 * @returns {Promise<Problem>}
 */
export function problemOf(response: Response): Promise<Problem>;
/**
 * Wait for bytes of the server. Throw Unreachable if they do not arrive.
 *
 * @template T
 * @param {Promise<T>} bytes
 * @param {string} what the request, for the message
 * @returns {Promise<T>}
 */
export function received<T>(bytes: Promise<T>, what: string): Promise<T>;
/**
 * Return whether the same request may succeed later: the server is unavailable or busy.
 *
 * @param {unknown} error
 * @returns {boolean}
 */
export function isAway(error: unknown): boolean;
/** @import { Problem as ProblemBody } from "./types.d.ts" */
/** The server refuses a request. */
export class Problem extends Error {
    /**
     * @param {number} status
     * @param {Partial<ProblemBody> & Record<string, any>} body
     * @param {number | null} [retryAfter] milliseconds
     */
    constructor(status: number, body: Partial<ProblemBody> & Record<string, any>, retryAfter?: number | null);
    status: number;
    /** The whole answer. */
    body: Partial<ProblemBody> & Record<string, any>;
    /** The kind of problem, such as `rule-violation`, which `/problems/{kind}` explains; or the error of OAuth. */
    kind: string;
    /** How many milliseconds the server asks the client to wait, or null. */
    retryAfter: number | null;
}
/** No server answered, or the connection broke. */
export class Unreachable extends Error {
    /**
     * @param {string} message
     * @param {{ cause?: unknown }} [options]
     */
    constructor(message: string, options?: {
        cause?: unknown;
    });
}
import type { Problem as ProblemBody } from "./types.d.ts";
