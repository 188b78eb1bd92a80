// What a worker does for us and takes a while: asked for, and looked at until it has ended.

import { get } from "./api.js";

const EVERY = 400; // milliseconds between two looks
const ENDED = new Set(["done", "failed"]);

// The job as it ended; `onprogress` is told how far it is.
export async function ended(job, onprogress = () => {}) {
  let found = job;
  while (!ENDED.has(found.status)) {
    onprogress(found.progress);
    await new Promise((done) => setTimeout(done, EVERY));
    found = await get(found.href);
  }
  return found;
}
