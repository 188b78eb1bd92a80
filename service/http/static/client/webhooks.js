// Verify webhooks: check that the server sent them, and read their content (Standard Webhooks).

/** @typedef {{ id: string, type: string, data: any, time: string, subject?: string }} WebhookMessage `id` is the same if the message is sent again */

const PREFIX = "whsec_";
const LATE = 300; // seconds, early or late
const NAMES = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** The secret did not sign the message, or the message is too old. Answer it with 400 and ignore it. */
export class BadSignature extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "BadSignature";
  }
}

/** The secret itself is malformed, so no message can be checked. Fix your settings and answer with 500. */
export class BadSecret extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "BadSecret";
  }
}

/**
 * Return the message in a request to your webhook. Throw BadSignature unless `secret` signed these bytes within the last five
 * minutes.
 *
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {string | Uint8Array} body as received, not parsed: the signature covers its bytes
 * @param {string} secret begins with `whsec_`
 * @returns {Promise<WebhookMessage>}
 */
export async function verifyWebhook(headers, body, secret) {
  const key = await keyOf(secret);
  if (typeof body !== "string" && !(body instanceof Uint8Array)) throw new TypeError("Pass the body as received, as text or bytes: the signature does not cover the parsed JSON.");
  const { id, timestamp, signatures } = headersOf(headers);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + bytes.length);
  signed.set(start);
  signed.set(bytes, start.length);
  for (const [version, signature] of signatures.split(" ").map((each) => each.split(","))) {
    const decoded = version === "v1" ? bytesOf(signature) : null;
    if (decoded && (await crypto.subtle.verify("HMAC", key, decoded, signed))) return messageOf(bytes);
  }
  throw new BadSignature("No signature matches this secret and these bytes.");
}

/** @param {string} secret */
async function keyOf(secret) {
  const bytes = typeof secret === "string" ? bytesOf(secret.replace(PREFIX, "")) : null;
  if (!bytes?.length) throw new BadSecret(`This is not the secret of a webhook: a secret is ${PREFIX} followed by base64, as the server returned it.`);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** @param {Headers | Record<string, string | string[] | undefined>} headers */
function headersOf(headers) {
  const entries = Object.entries(headers instanceof Headers ? Object.fromEntries(headers) : headers);
  const sent = new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value ?? "")]));
  const [id = "", timestamp = "", signatures = ""] = NAMES.map((name) => sent.get(name));
  const missing = NAMES.filter((name) => !sent.get(name));
  if (missing.length) throw new BadSignature(`The message is not signed: its headers lack ${missing.join(" and ")}.`);
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new BadSignature("webhook-timestamp is malformed: it must be the seconds since 1970, in digits.");
  const late = Date.now() / 1000 - Number(timestamp);
  if (Math.abs(late) > LATE) {
    const when = late > 0 ? `${late.toFixed()} s ago` : `${(-late).toFixed()} s in the future`;
    throw new BadSignature(`The message was sent ${when}, but at most ${LATE} s are allowed. Is the clock of this machine right?`);
  }
  return { id, timestamp, signatures };
}

/** @param {Uint8Array} bytes */
function messageOf(bytes) {
  try {
    const { id, type, data, time, subject } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if ([id, type, time].every((each) => typeof each === "string") && data !== undefined) return { id, type, data, time, subject };
  } catch {
    // not JSON in UTF-8: refused below
  }
  throw new BadSignature("The signature is valid, but the body is not a message of Kontor: JSON with id, type, time and data.");
}

/**
 * @param {string} [base64]
 * @returns {Uint8Array<ArrayBuffer> | null}
 */
function bytesOf(base64 = "") {
  try {
    return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  } catch {
    return null;
  }
}
