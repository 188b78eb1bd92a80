// Browser notifications, if the person wants them: the stream of the account reports pending decisions.

import { Problem, stream } from "./api.js";
import { texts } from "./words.js";

const WANTED = "kontor.notify";

export function notify(button, told, ondecision) {
  const tell = () => {
    button.hidden = Notification.permission === "granted" && Boolean(localStorage.getItem(WANTED));
    told.textContent = button.hidden ? texts.welcome.notify_on : Notification.permission === "denied" ? texts.welcome.notify_denied : "";
  };
  button.addEventListener("click", async () => {
    localStorage.setItem(WANTED, "1");
    await Notification.requestPermission();
    tell();
  });
  tell();
  listen(ondecision);
}

async function listen(ondecision) {
  try {
    for await (const { type, data } of stream("/v1/me/stream")) {
      if (type !== "decision") continue;
      ondecision();
      if (localStorage.getItem(WANTED) && Notification.permission === "granted" && document.hidden) notice(data);
    }
  } catch (refused) {
    if (!(refused instanceof Problem)) throw refused; // a Problem: the key is no longer valid
  }
}

function notice({ game, kind }) {
  const shown = new Notification(texts.welcome.notify_title, { body: (kind ?? "").replaceAll("_", " "), tag: game });
  shown.addEventListener("click", () => (location.href = `/games/${game}`));
}
