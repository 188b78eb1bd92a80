"""A page without instrumentation, as users have it. Playwright listens to its own pages for errors; for that V8 records
where each error was created, and parses large scripts again to find it."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, CDPSession

LOOKED = 0.02  # seconds between two polls for an answer


class Unwatched:
    """Controlled by the browser's own protocol (CDP), and only when something is asked."""

    def __init__(self, line: CDPSession, context: str) -> None:
        self._line, self._answers, self._asked = line, dict[int, dict[str, Any]](), 0
        line.on("Target.receivedMessageFromTarget", self._hear)
        target = line.send("Target.createTarget", {"url": "about:blank", "browserContextId": context})
        self._session = line.send("Target.attachToTarget", {"targetId": target["targetId"]})["sessionId"]

    def open(self, address: str) -> None:
        self._call("Page.navigate", url=address)

    def evaluate(self, promise: str) -> Any:
        """Return the result of a promise, written in JavaScript."""
        found = self._call("Runtime.evaluate", expression=promise, awaitPromise=True, returnByValue=True)
        return found["result"]["value"]

    def _call(self, method: str, **given: object) -> dict[str, Any]:
        self._asked += 1
        message = json.dumps({"id": self._asked, "method": method, "params": given})
        self._line.send("Target.sendMessageToTarget", {"sessionId": self._session, "message": message})
        while self._asked not in self._answers:
            time.sleep(LOOKED)
            self._line.send("Target.getTargets")  # its result is unused: it makes Playwright deliver pending messages
        result: dict[str, Any] = self._answers.pop(self._asked)["result"]
        return result

    def _hear(self, told: dict[str, Any]) -> None:
        answer = json.loads(told["message"])
        if told["sessionId"] == self._session and "id" in answer:
            self._answers[answer["id"]] = answer


@contextmanager
def unwatched(browser: Browser) -> Iterator[Unwatched]:
    """Open the page in its own window, with an empty profile."""
    line = browser.new_browser_cdp_session()
    context = line.send("Target.createBrowserContext")["browserContextId"]
    yield Unwatched(line, context)
    line.send("Target.disposeBrowserContext", {"browserContextId": context})
    line.detach()
