// Server-sent events with a key: EventSource cannot send headers, so the stream is read with fetch. It resumes after a break.

import { authorization } from "./api.js";

const FIRST_WAIT = 250, LONGEST_WAIT = 8000; // milliseconds between attempts

export class Stream {
  constructor(path, { last = null, onevent, onstate }) {
    Object.assign(this, { path, last, onevent, onstate, ended: false, wait: FIRST_WAIT, abort: new AbortController() });
    this.#run();
  }

  close() {
    this.ended = true;
    this.abort.abort();
  }

  async #run() {
    while (!this.ended) {
      try {
        await this.#read();
      } catch {
        // the connection broke or failed: try again below
      }
      if (this.ended) return;
      this.onstate("away");
      await new Promise((done) => setTimeout(done, this.wait));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    }
  }

  async #read() {
    const resume = this.last === null ? {} : { "Last-Event-ID": String(this.last) };
    const headers = { Accept: "text/event-stream", ...authorization(), ...resume };
    const answer = await fetch(this.path, { headers, signal: this.abort.signal, cache: "no-store" });
    if (answer.status === 204 || (answer.status >= 400 && answer.status < 500 && answer.status !== 429 && answer.status !== 408)) {
      this.ended = true; // no retry: the game has ended, or the caller may not read it
      return this.onstate("ended");
    }
    if (!answer.ok) return;
    this.wait = FIRST_WAIT;
    this.onstate("live");
    let rest = "";
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const messages = (rest + chunk).split("\n\n");
      rest = messages.pop();
      messages.forEach((each) => this.#take(each));
    }
  }

  #take(message) {
    const told = { event: "message", data: [] };
    for (const line of message.split("\n")) {
      const [, name, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
      if (name === "data") told.data.push(value);
      else if (name === "id") this.last = value || null; // an empty id: the next connection reads from the start
      else if (name === "event") told.event = value;
    }
    if (told.data.length) this.onevent(told.event, JSON.parse(told.data.join("\n")), this.last);
  }
}
