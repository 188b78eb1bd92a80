// The page "How to play" of a ruleset: its buttons start a game.

import { showAccount } from "./account.js";
import { startButtons } from "./starts.js";

startButtons();
showAccount().then(() => (document.body.dataset.ready = ""));
