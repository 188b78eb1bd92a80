"""Two friends in a private game: one creates it and sends a link, the other accepts.

python friends.py invite http://127.0.0.1:8080 --name Anna --ruleset hansa --option two_player_variant=neutral
python friends.py accept LINK --name Ben                    opens an account and takes the seat
python friends.py pass http://127.0.0.1:8080 --key KEY --game GAME --seat 2      a link for a new player
python friends.py rematch http://127.0.0.1:8080 --key KEY --game GAME            the same game again
"""

import argparse
import json
import sys
from urllib.parse import parse_qs, urlsplit

import httpx


def main() -> None:
    asked = arguments()
    print(json.dumps({"invite": invite, "accept": accept, "pass": pass_on, "rematch": rematch}[asked.what](asked)))


def invite(asked: argparse.Namespace) -> dict:
    """Create a private game with a seat for a friend. The server shows the key only once."""
    with httpx.Client(base_url=asked.where, timeout=40) as api:
        key = read_answer(api.post("/v1/accounts", json={"name": asked.name}))["api_key"]
        api.headers["Authorization"] = f"Bearer {key}"
        read_answer(api.patch("/v1/me", json={"named": True}))
        body = {
            "ruleset": asked.ruleset,
            "board": asked.board or asked.ruleset,
            "options": dict(map(read_option, asked.option)),
            "visibility": "private",
            "seats": [{"kind": "me"}, {"kind": "invited"}],
        }
        game = read_answer(api.post("/v1/games", json=body))["id"]
        made = read_answer(api.post(f"/v1/games/{game}/seats/2/invitations", json={}))
        return {"key": key, "game": game, "seat": 1, "link": made["link"]}


def accept(asked: argparse.Namespace) -> dict:
    """Accept an invitation link. The token after `#` is sent only in the body of a request."""
    link = urlsplit(asked.where)
    token = parse_qs(link.fragment)["invitation"][0]
    with httpx.Client(base_url=f"{link.scheme}://{link.netloc}", timeout=40) as api:
        to = read_answer(api.post("/v1/invitations/read", json={"invitation": token}))
        taken = read_answer(api.post("/v1/invitations/accept", json={"invitation": token, "name": asked.name}))
        key = taken["account"]["api_key"]
        read_answer(api.patch("/v1/me", json={"named": True}, headers={"Authorization": f"Bearer {key}"}))
        return {"key": key, "game": taken["game"], "seat": taken["seat"], "passed_on": to["passes_on"]}


def pass_on(asked: argparse.Namespace) -> dict:
    """Create a link to pass the seat on. You keep the seat until a new player has used the link."""
    with friend(asked) as api:
        return read_answer(api.post(f"/v1/games/{asked.game}/seats/{asked.seat}/invitations", json={}))


def rematch(asked: argparse.Namespace) -> dict:
    """Create a rematch, or join the one that the friend has created."""
    with friend(asked) as api:
        made = read_answer(api.post(f"/v1/games/{asked.game}/rematch"))
        for waiting in read_answer(api.get("/v1/me/invitations"))["items"]:
            if waiting["game"] == made["id"]:
                read_answer(api.post(f"/v1/games/{made['id']}/seats/{waiting['seat']}/join", json={}))
        return read_answer(api.get(made["href"]))


def friend(asked: argparse.Namespace) -> httpx.Client:
    return httpx.Client(base_url=asked.where, headers={"Authorization": f"Bearer {asked.key}"}, timeout=40)


def read_answer(answer: httpx.Response) -> dict:
    """Return the JSON of an answer. End the program if the server refused."""
    if answer.is_error:
        sys.exit(f"{answer.status_code}: {answer.json()['detail']}")
    return answer.json()


def read_option(text: str) -> tuple[str, object]:
    name, _, value = text.partition("=")
    return name, int(value) if value.isdecimal() else value


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["invite", "accept", "pass", "rematch"])
    parser.add_argument("where", help="the address of the server, or the link")
    parser.add_argument("--name", default="Player")
    parser.add_argument("--key")
    parser.add_argument("--game")
    parser.add_argument("--seat", type=int)
    parser.add_argument("--ruleset", default="hansa")
    parser.add_argument("--board")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    return parser.parse_args()


if __name__ == "__main__":
    main()
