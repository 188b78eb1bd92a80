export { Client, positionOf } from "./client.js";
export { Problem, Unreachable } from "./problems.js";
export { BadSecret, BadSignature, verifyWebhook } from "./webhooks.js";
