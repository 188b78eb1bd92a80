// Start a job on the server, and poll it until it has ended.

import { get } from "./api.js";

const EVERY = 400; // milliseconds between two polls
const ENDED = new Set(["done", "failed"]);

// Return the ended job. Report the progress to `onprogress`.
export async function ended(job, onprogress = () => {}) {
  let found = job;
  while (!ENDED.has(found.status)) {
    onprogress(found.progress);
    await new Promise((done) => setTimeout(done, EVERY));
    found = await get(found.href);
  }
  return found;
}
