export const FIRST_WAIT: 200;
export const LONGEST_WAIT: 10000;
/** Sends requests to one server. */
export class Http {
    /** @param {Settings} [settings] */
    constructor({ server, key, patience, timeout }?: Settings);
    server: URL;
    key: Key;
    patience: number;
    timeout: number;
    /**
     * Send a request and return the content of the answer: JSON, text or bytes, or null if there is none. Repeat the request
     * while the server is busy or away, if that cannot have a second effect. Throw Problem or Unreachable.
     *
     * @param {string} method
     * @param {string} path an address of the API, for example an `href` of an earlier answer
     * @param {Request} [request]
     * @returns {Promise<any>}
     */
    call(method: string, path: string, request?: Request): Promise<any>;
    /**
     * Send a request once and return the response, whatever its status. Throw Unreachable if there is none.
     *
     * @param {string} method
     * @param {string} path
     * @param {Request} [request]
     * @returns {Promise<Response>}
     */
    open(method: string, path: string, { query, body, headers, idempotencyKey, ifMatch, key, signal, cache, keepalive }?: Request): Promise<Response>;
    #private;
}
export function newKey(): string;
/**
 * the key of an account or the token of a seat, or a function that returns it
 */
export type Key = string | null | (() => string | null);
export type Settings = {
    /**
     * the address of the server; a page may leave it out if it comes from there
     */
    server?: string | URL | undefined;
    key?: Key | undefined;
    /**
     * how many milliseconds a call may wait between its attempts; 0: it makes one attempt
     */
    patience?: number | undefined;
    /**
     * milliseconds until a request without an answer has failed
     */
    timeout?: number | undefined;
};
export type Request = {
    /**
     * values that are null or undefined are left out
     */
    query?: Record<string, unknown> | undefined;
    /**
     * text, bytes and URLSearchParams are sent as they are, everything else as JSON
     */
    body?: unknown;
    headers?: Record<string, string> | undefined;
    /**
     * the server executes the request once, so that the client may repeat it
     */
    idempotencyKey?: string | undefined;
    /**
     * the version that the game must still have
     */
    ifMatch?: string | number | undefined;
    /**
     * instead of the client's own
     */
    key?: Key | undefined;
    signal?: AbortSignal | undefined;
    cache?: RequestCache | undefined;
    /**
     * whether the browser finishes the request after the page is closed
     */
    keepalive?: boolean | undefined;
};
