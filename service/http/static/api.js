// Call the API with the key of this browser, if there is one. Throw a refusal as its problem.

const KEY = "kontor.key";

export const key = () => localStorage.getItem(KEY);
export const keep = (given) => localStorage.setItem(KEY, given);
export const forget = () => localStorage.removeItem(KEY);

export class Refused extends Error {
  constructor(problem, status) {
    super(problem.detail ?? problem.title);
    Object.assign(this, { problem, status });
  }
}

export const authorization = (given = key()) => (given ? { Authorization: `Bearer ${given}` } : {});

export async function call(method, path, body, { headers = {}, as = key(), signal } = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const asked = { method, signal, ...sent, headers: { ...sent.headers, ...authorization(as), ...headers } };
  const answer = await fetch(path, asked);
  const text = await answer.text();
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  const told = isJson && text && !answer.headers.get("Content-Type").includes("ndjson") ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refused(isJson ? told : { title: answer.statusText, detail: text }, answer.status);
  return told;
}

export const get = (path, more) => call("GET", path, undefined, more);
export const post = (path, body = {}, more) => call("POST", path, body, more);
