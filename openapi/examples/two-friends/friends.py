"""Two friends at a private table: one creates it and sends a link, the other follows the link.

python friends.py invite http://127.0.0.1:8080 --name Anna --ruleset hansa --option two_player_variant=neutral
python friends.py accept LINK --name Ben                    takes the seat, with a new account
python friends.py pass http://127.0.0.1:8080 --key KEY --game GAME --seat 2      a link for the next player
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
    """Create a private game with a seat for a friend. The key is shown only this once."""
    with httpx.Client(base_url=asked.where, timeout=40) as api:
        key = said(api.post("/v1/accounts", json={"name": asked.name}))["api_key"]
        api.headers["Authorization"] = f"Bearer {key}"
        said(api.patch("/v1/me", json={"named": True}))
        body = {
            "ruleset": asked.ruleset,
            "board": asked.board or asked.ruleset,
            "options": dict(map(read_option, asked.option)),
            "visibility": "private",
            "seats": [{"kind": "me"}, {"kind": "invited"}],
        }
        game = said(api.post("/v1/games", json=body))["id"]
        made = said(api.post(f"/v1/games/{game}/seats/2/invitations", json={}))
        return {"key": key, "game": game, "seat": 1, "link": made["link"]}


def accept(asked: argparse.Namespace) -> dict:
    """Follow a link. The part after `#` is sent only in the body of this request."""
    link = urlsplit(asked.where)
    token = parse_qs(link.fragment)["invitation"][0]
    with httpx.Client(base_url=f"{link.scheme}://{link.netloc}", timeout=40) as api:
        to = said(api.post("/v1/invitations/read", json={"invitation": token}))
        taken = said(api.post("/v1/invitations/accept", json={"invitation": token, "name": asked.name}))
        key = taken["account"]["api_key"]
        said(api.patch("/v1/me", json={"named": True}, headers={"Authorization": f"Bearer {key}"}))
        return {"key": key, "game": taken["game"], "seat": taken["seat"], "passed_on": to["passes_on"]}


def pass_on(asked: argparse.Namespace) -> dict:
    """Create a link for the player who takes this seat over. You keep the seat until the link is used."""
    with friend(asked) as api:
        return said(api.post(f"/v1/games/{asked.game}/seats/{asked.seat}/invitations", json={}))


def rematch(asked: argparse.Namespace) -> dict:
    """Create the same game again. The friend finds an invitation, or asks for the rematch too and gets the same
    game."""
    with friend(asked) as api:
        made = said(api.post(f"/v1/games/{asked.game}/rematch"))
        for waiting in said(api.get("/v1/me/invitations"))["items"]:
            if waiting["game"] == made["id"]:
                said(api.post(f"/v1/games/{made['id']}/seats/{waiting['seat']}/join", json={}))
        return said(api.get(made["href"]))


def friend(asked: argparse.Namespace) -> httpx.Client:
    return httpx.Client(base_url=asked.where, headers={"Authorization": f"Bearer {asked.key}"}, timeout=40)


def said(answer: httpx.Response) -> dict:
    """Return the JSON of a response. Print a refusal and end the program."""
    if answer.is_error:
        sys.exit(f"{answer.status_code}: {answer.json()['detail']}")
    return answer.json()


def read_option(text: str) -> tuple[str, object]:
    name, _, value = text.partition("=")
    return name, int(value) if value.isdecimal() else value


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["invite", "accept", "pass", "rematch"])
    parser.add_argument("where", help="the server, or the link")
    parser.add_argument("--name", default="Somebody")
    parser.add_argument("--key")
    parser.add_argument("--game")
    parser.add_argument("--seat", type=int)
    parser.add_argument("--ruleset", default="hansa")
    parser.add_argument("--board")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    return parser.parse_args()


if __name__ == "__main__":
    main()
