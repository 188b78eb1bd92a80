declare const Client_base: new (settings?: Settings) => Http & Operations;
/** A client of one server, with the key of one account or the token of one seat. */
export class Client extends Client_base {
    /**
     * Follow a game: yield its events until it has ended. After a broken connection the stream continues without a gap.
     *
     * @param {{ game_id: string } & Following} request
     * @returns {AsyncGenerator<Line, void, undefined>}
     */
    streamGame({ game_id, ...following }: {
        game_id: string;
    } & Following): AsyncGenerator<Line, void, undefined>;
    /**
     * Follow the account: yield what waits for its seats, then all further messages.
     *
     * @param {Omit<Following, "onreplaced">} [request]
     * @returns {AsyncGenerator<Message, void, undefined>}
     */
    streamMyDecisions(request?: Omit<Following, "onreplaced">): AsyncGenerator<Message, void, undefined>;
    /**
     * Yield the items of a list and of all its further pages: `client.items(client.listGames({ mine: true }))`.
     *
     * @template T
     * @param {Promise<{ items: T[], next?: string | null }> | { items: T[], next?: string | null }} list
     * @returns {AsyncGenerator<T, void, undefined>}
     */
    items<T>(list: Promise<{
        items: T[];
        next?: string | null;
    }> | {
        items: T[];
        next?: string | null;
    }): AsyncGenerator<T, void, undefined>;
}
export function positionOf({ version, hash }: Pick<Line, "version" | "hash">): string;
export type Given = Record<string, any> & Pick<Request, "body" | "headers" | "idempotencyKey" | "ifMatch" | "signal">;
import type { Settings } from "./http.js";
import { Http } from "./http.js";
import type { Operations } from "./types.d.ts";
import type { Following } from "./streams.js";
import type { Line } from "./types.d.ts";
import type { Message } from "./streams.js";
import type { Request } from "./http.js";
export {};
