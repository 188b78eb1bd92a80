// Start a job on the server, and follow it until it has ended: with its progress, an estimate, and a button to stop it.

import { call, get } from "./api.js";
import { fill, h } from "./dom.js";
import { amount, say, texts } from "./words.js";

const EVERY = 400; // milliseconds between two polls
const ENDED = new Set(["done", "failed"]);
const KNOWN = 0.04; // the share of the work after which the page shows an estimate

// Return the ended job, or null if it was stopped: by the person, by `stopping` (an AbortController), or because the page is
// closed, so that it does not keep a worker busy. `told` returns a sentence about the progress. `expected`: the milliseconds
// that the job should take, if they are known. Otherwise the estimate follows from the time of the part that is done.
export async function followed(element, job, told, expected = null, stopping = new AbortController()) {
  const [started, bar, text] = [Date.now(), h("progress", { max: 1 }), h("span", { role: "status" })];
  const { signal } = stopping, end = () => stopping.abort();
  let found = job;
  signal.addEventListener("abort", () => call("DELETE", job.href, undefined, { keepalive: true }).catch(() => {})); // it may have just ended
  addEventListener("pagehide", end);
  const stop = h("button", { type: "button", onclick: end }, texts.jobs.stop);
  const about = told(job.progress);
  bar.setAttribute("aria-label", about);
  fill(element, h("div", { class: "working" }, text, bar, stop));
  while (!ENDED.has(found.status)) {
    const used = Date.now() - started, { done, of } = found.progress;
    const share = expected ? Math.min(used / expected, 0.95) : of && done / of;
    if (share) bar.value = share;
    const left = share >= KNOWN ? say(texts.jobs.left, { left: amount(Math.max(1, Math.round((used / share - used) / 1000)), "second") }) : "";
    text.textContent = [found.status === "waiting" ? texts.jobs.waiting : told(found.progress), left].filter(Boolean).join(" · ");
    await new Promise((done) => setTimeout(done, EVERY));
    if (signal.aborted) break;
    found = await get(job.href);
  }
  removeEventListener("pagehide", end);
  if (signal.aborted) return null;
  fill(element);
  return found;
}
