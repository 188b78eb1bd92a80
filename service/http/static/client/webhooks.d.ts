/**
 * Return the message in a request to your webhook. Throw BadSignature unless `secret` signed these bytes within the last five
 * minutes.
 *
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {string | Uint8Array} body as received, not parsed: the signature covers its bytes
 * @param {string} secret begins with `whsec_`
 * @returns {Promise<WebhookMessage>}
 */
export function verifyWebhook(headers: Headers | Record<string, string | string[] | undefined>, body: string | Uint8Array, secret: string): Promise<WebhookMessage>;
/** The secret did not sign the message, or the message is too old. Answer it with 400 and ignore it. */
export class BadSignature extends Error {
    /** @param {string} message */
    constructor(message: string);
}
/** The secret itself is malformed, so no message can be checked. Fix your settings and answer with 500. */
export class BadSecret extends Error {
    /** @param {string} message */
    constructor(message: string);
}
/**
 * `id` is the same if the message is sent again
 */
export type WebhookMessage = {
    id: string;
    type: string;
    data: any;
    time: string;
    subject?: string;
};
