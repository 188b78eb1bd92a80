// The consent page: the person allows or refuses an app. The server has written into the page what the app asks for.

import { post } from "./api.js";
import { required, showAccount } from "./account.js";
import { shown } from "./dom.js";
import { texts } from "./words.js";

const PAUSE = 500; // milliseconds before the button works; otherwise a page could make people double-click at the place of the button
const allow = shown("allow");
let timer = null;

function pause() {
  allow.disabled = true;
  clearTimeout(timer);
  timer = setTimeout(() => (allow.disabled = false), PAUSE);
}

async function agree() {
  if (!(await required())) return;
  allow.disabled = true;
  try {
    location.assign((await post("/v1/me/apps", { request: location.search.slice(1) })).redirect_to);
  } catch (refused) {
    shown("problem").textContent = refused.message;
    pause();
  }
}

const me = await showAccount();
if (allow) {
  if (!me) allow.textContent = texts.consent.sign_in;
  allow.addEventListener("click", async () => (me ? agree() : (await required()) && location.reload()));
  addEventListener("focus", pause);
  pause();
}
document.body.dataset.ready = "";
