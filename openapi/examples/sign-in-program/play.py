"""Sign a person in from a program on their computer, and play games for them. The program never sees their key.

python play.py http://127.0.0.1:8080 --ruleset hansa

It listens on a free port of this computer, prints an address to open in a browser, and waits there for the answer.
"""

import argparse
import base64
import hashlib
import secrets
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

SCOPES = "game:read game:play game:create"


def main() -> None:
    asked = arguments()
    with httpx.Client(base_url=asked.server, timeout=40) as api:
        found = read_answer(api.get("/.well-known/oauth-authorization-server"))
        session = Session(api, found, *sign_in(api, found))
        print(f"signed in as {session.call('GET', '/v1/me')['name']}", flush=True)
        for _ in range(asked.games):
            print(f"game {play(session, asked)} is over", flush=True)
        session.sign_out()


def sign_in(api: httpx.Client, found: dict) -> tuple[str, dict]:
    """Return our client id, and the first tokens."""
    verifier, state = secrets.token_urlsafe(32), secrets.token_urlsafe(16)
    with HTTPServer(("127.0.0.1", 0), Callback) as here:
        address = f"http://127.0.0.1:{here.server_port}/"
        # The registered address has no port: a program may use any.
        app = {"client_name": "Example program", "redirect_uris": ["http://127.0.0.1/"]}
        client = read_answer(api.post(found["registration_endpoint"], json=app))["client_id"]
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
        request = {
            **{"response_type": "code", "client_id": client, "redirect_uri": address, "scope": SCOPES, "state": state},
            **{"code_challenge": challenge, "code_challenge_method": "S256"},
        }
        print(f"Open {found['authorization_endpoint']}?{urlencode(request)}", flush=True)
        here.answer = None
        while here.answer is None:
            here.handle_request()
    answer = here.answer
    if answer.get("state") != state or answer.get("iss") != found["issuer"]:
        sys.exit("This is not the answer to our request.")
    if "error" in answer:
        sys.exit(f"Not allowed: {answer['error']}")
    fields = {"code": answer["code"], "redirect_uri": address, "code_verifier": verifier}
    return client, tokens(api, found, client, grant_type="authorization_code", **fields)


class Callback(BaseHTTPRequestHandler):
    """Receives the answer from the browser."""

    def do_GET(self) -> None:
        answer = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        self.send_response(200 if "state" in answer else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        # The icon keeps the browser from asking for one: this program will not answer again.
        self.wfile.write(b'<!doctype html><link rel="icon" href="data:,">You can close this page.\n')
        if "state" in answer:
            self.server.answer = answer

    def log_message(self, *args: object) -> None:
        pass  # the address contains the code


def tokens(api: httpx.Client, found: dict, client: str, **fields: str) -> dict:
    return read_answer(api.post(found["token_endpoint"], data={"client_id": client, **fields}))


class Session:
    """Calls the API with the tokens of a person."""

    def __init__(self, api: httpx.Client, found: dict, client: str, first: dict) -> None:
        self.api, self.found, self.client, self.tokens = api, found, client, first

    def call(self, method: str, path: str, body: dict | None = None, **query: object) -> dict:
        """Make a call. If the access token has ended, renew it once. Each refresh token is valid once, too."""
        answer = self._send(method, path, body, query)
        if answer.status_code == 401:
            again = {"grant_type": "refresh_token", "refresh_token": self.tokens["refresh_token"]}
            self.tokens = tokens(self.api, self.found, self.client, **again)
            answer = self._send(method, path, body, query)
        return read_answer(answer)

    def _send(self, method: str, path: str, body: dict | None, query: dict) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens['access_token']}"}
        return self.api.request(method, path, json=body, params=query, headers=headers)

    def sign_out(self) -> None:
        fields = {"client_id": self.client, "token": self.tokens["refresh_token"]}
        self.api.post(self.found["revocation_endpoint"], data=fields)


def play(session: Session, asked: argparse.Namespace) -> str:
    """Play all seats of a game to its end, and return its address."""
    seats = [{"kind": "me"}] * asked.seats
    body = {"ruleset": asked.ruleset, "board": asked.board or asked.ruleset, "seats": seats, "practice": True}
    game = session.call("POST", "/v1/games", body)
    while game["status"] == "running":
        query = {"seat": game["awaiting"][0], "sample": 1, "seed": game["version"]}
        command = session.call("GET", f"{game['href']}/legal-commands", **query)["commands"][0]
        session.call("POST", f"{game['href']}/commands", {**command, "seat": query["seat"]})
        game = session.call("GET", game["href"])
    return game["href"]


def read_answer(answer: httpx.Response) -> dict:
    """Return the JSON of an answer. End the program if the server refused."""
    told = answer.json()
    if answer.is_error:
        sys.exit(f"refused: {told.get('detail') or told.get('error_description') or told['error']}")
    return told


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--ruleset", default="hansa")
    parser.add_argument("--board")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
