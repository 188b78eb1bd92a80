// Call this server with the key of this browser, if there is one. The JavaScript client in client/ does the work.

import { Http } from "./client/http.js";
import { follow } from "./client/streams.js";

export { newKey } from "./client/http.js";
export { Problem, Unreachable, isAway } from "./client/problems.js";

const KEY = "kontor.key";

export const key = () => localStorage.getItem(KEY);
export const keep = (given) => localStorage.setItem(KEY, given);
export const forget = () => localStorage.removeItem(KEY);

const http = new Http({ key, patience: 0 }); // no retries: a page reports at once that the server is unavailable

export const call = (method, path, body, more) => http.call(method, path, { body, ...more });
export const get = (path, more) => call("GET", path, undefined, more);
export const post = (path, body = {}, more) => call("POST", path, body, more);
export const stream = (path, following) => follow(http, path, following);
