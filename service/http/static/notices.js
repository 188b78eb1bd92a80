// Browser notifications, if the person wants them: the stream of the account reports pending decisions.

import { Stream } from "./stream.js";
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
  new Stream("/v1/me/stream", { onstate: () => {}, onevent: (event, data) => {
    if (event !== "decision") return;
    ondecision();
    if (localStorage.getItem(WANTED) && Notification.permission === "granted" && document.hidden) notice(data);
  } });
}

function notice({ game, kind }) {
  const shown = new Notification(texts.welcome.notify_title, { body: (kind ?? "").replaceAll("_", " "), tag: game });
  shown.addEventListener("click", () => (location.href = `/games/${game}`));
}
