"""A bot with a webhook: the server posts each decision to it, and it answers with one command.

    python bot.py http://127.0.0.1:8080 --key KEY --listen 9000 --public https://bot.example.org/

To try it on one machine, start the server with KONTOR_WEBHOOKS_LOOPBACK=true and leave --public out.
"""

import argparse
import json
import queue
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
from standardwebhooks import Webhook, WebhookVerificationError

TYPES = ["decision.pending", "game.ended"]


class Bot(ThreadingHTTPServer):
    """Receives signed messages. Another thread does the work, because the server expects a response within seconds."""

    daemon_threads = True

    def __init__(self, port: int, api: httpx.Client) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.api = api
        self.secret = ""
        self.work: queue.Queue[tuple[str, dict]] = queue.Queue()
        self.seen: set[str] = set()
        self.sent = 0

    def take(self, headers: dict[str, str], body: bytes) -> int:
        """Return the status of the response."""
        try:
            Webhook(self.secret).verify(body, headers)
        except WebhookVerificationError:
            return 401
        if headers["webhook-id"] not in self.seen:  # a message may arrive more than once
            self.seen.add(headers["webhook-id"])
            self.work.put((headers["webhook-id"], json.loads(body)))
        return 204

    def act(self) -> None:
        """Handle the messages that have arrived."""
        while True:
            name, message = self.work.get()
            data = message["data"]
            if message["type"] == "decision.pending":
                self.decide(name, data)
            elif message["type"] == "game.ended":
                print(f"{data['game']}: {data['status']}, {self.sent} commands", flush=True)

    def decide(self, name: str, data: dict) -> None:
        legal = self.api.get(data["legal_href"], params={"sample": 1})
        if legal.is_success and legal.json()["commands"]:
            command = {**legal.json()["commands"][0], "seat": data["seat"]}
            headers = {"Idempotency-Key": f'"{name}"'}
            answer = self.api.post(f"/v1/games/{data['game']}/commands", json=command, headers=headers)
            self.sent += answer.status_code == 201


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Bot)
        body = self.rfile.read(int(self.headers["content-length"]))
        status = self.server.take({name.lower(): value for name, value in self.headers.items()}, body)
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--key", required=True)
    parser.add_argument("--listen", type=int, default=0, help="a port of this machine")
    parser.add_argument("--public", help="how the server reaches that port")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    headers = {"Authorization": f"Bearer {asked.key}"}
    with httpx.Client(base_url=asked.server, headers=headers, timeout=40) as api:
        bot = Bot(asked.listen, api)
        run(bot, asked.public or f"http://127.0.0.1:{bot.server_port}/")


def run(bot: Bot, address: str) -> None:
    """Listen until stopped, then delete the webhook."""
    added = bot.api.post("/v1/webhooks", json={"url": address, "types": TYPES})
    if added.is_error:
        sys.exit(f"{added.status_code}: {added.json()['detail']}")
    try:  # before the bot prints its address: a script may stop it as soon as it reads that line
        bot.secret = added.json()["secret"]
        threading.Thread(target=bot.act, daemon=True).start()
        print(f"listening at {address}, webhook {added.json()['id']}", flush=True)
        bot.serve_forever()
    finally:
        bot.api.delete(f"/v1/webhooks/{added.json()['id']}")


if __name__ == "__main__":
    main()
