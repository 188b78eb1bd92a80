/**
 * Yield the messages of a stream, over as many connections as needed, until the server ends it or the signal aborts. Throw
 * Problem if the server refuses it.
 *
 * @param {Http} http
 * @param {string} path
 * @param {Following} [following]
 * @returns {AsyncGenerator<Message, void, undefined>}
 */
export function follow(http: Http, path: string, { after, signal, onstate, onreplaced }?: Following): AsyncGenerator<Message, void, undefined>;
/**
 * a message; `id` continues a stream after it
 */
export type Message = {
    type: string;
    data: any;
    id: string | null;
};
export type Following = {
    /**
     * continue after this id, or after this version of the game
     */
    after?: string | number | null | undefined;
    /**
     * ends the stream
     */
    signal?: AbortSignal | undefined;
    /**
     * called with each connection, and when it breaks
     */
    onstate?: ((state: "live" | "away") => void) | undefined;
    /**
     * the server was restored and no longer has the
     * events that were read: discard them. The stream begins again with the first event.
     */
    onreplaced?: ((data: {
        version: number;
        detail: string;
    }) => void) | undefined;
};
import type { Http } from "./http.js";
