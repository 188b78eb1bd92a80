// Sounds, if the player wants them: one for the player's turn, and one for each action of another player.

import { h } from "./dom.js";
import { texts } from "./words.js";

const WANTED = "kontor.sound";
const NOTES = { turn: [[523, 0], [784, 0.14]], action: [[330, 0]] }; // hertz, and seconds from now
const LENGTH = 0.16, VOLUME = 0.08;

let context = null;

const isWanted = () => Boolean(localStorage.getItem(WANTED));

export function sound(name) {
  if (!isWanted()) return;
  context ??= new AudioContext();
  for (const [pitch, later] of NOTES[name]) {
    const begin = context.currentTime + later, loudness = context.createGain(), tone = context.createOscillator();
    loudness.gain.setValueAtTime(VOLUME, begin);
    loudness.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
    tone.frequency.value = pitch;
    tone.connect(loudness).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + LENGTH);
  }
}

export function soundBox() {
  const set = (event) => {
    if (event.target.checked) localStorage.setItem(WANTED, "1");
    else localStorage.removeItem(WANTED);
    sound("turn");
  };
  return h("label", { class: "log-box" }, h("input", { type: "checkbox", checked: isWanted(), onchange: set }), " ", texts.log.sound);
}
