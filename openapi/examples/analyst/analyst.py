"""Analyse games: check and count whole logs, follow a game by patches, get bundles and archives.

python analyst.py count http://127.0.0.1:8080 --ruleset hansa          count the events of all finished games
python analyst.py follow http://127.0.0.1:8080 --game GAME             follow a game by JSON Patches
python analyst.py bundle http://127.0.0.1:8080 --game GAME --to FILE   for `kontor audit verify`
python analyst.py export http://127.0.0.1:8080 --key KEY --to FILE    needs the scopes audit:read and game:read
"""

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import httpx


def main() -> None:
    asked = arguments()
    headers = {"Authorization": f"Bearer {asked.key}"} if asked.key else {}
    with httpx.Client(base_url=asked.server, headers=headers, timeout=60) as api:
        {"count": count, "follow": follow, "bundle": bundle, "export": export}[asked.what](api, asked)


def count(api: httpx.Client, asked: argparse.Namespace) -> None:
    """Count the events of each type, and check that each log ends at the head of its game."""
    kinds: Counter[str] = Counter()
    games = 0
    for game in finished(api, asked.ruleset, asked.page):
        head = ""
        for line in whole_log(api, game["events_href"]):
            head = checked(line, head)
            kinds[line["envelope"]["type"]] += 1
        if head != game["head"]:
            sys.exit(f"the log of {game['id']} does not match the head in its summary")
        games += 1
    print(json.dumps({"games": games, "events": dict(kinds.most_common())}))


def finished(api: httpx.Client, ruleset: str | None, page: int) -> Iterator[dict]:
    """Yield finished games page by page, by following the links of the server."""
    here: str | None = "/v1/games"
    params: dict | None = {"status": "finished", "limit": str(page), **({"ruleset": ruleset} if ruleset else {})}
    while here:
        answer = api.get(here, params=params)
        yield from read_answer(answer)["items"]
        # None, not {}: with {} httpx would remove the query of the link
        here, params = answer.links.get("next", {}).get("url"), None


def whole_log(api: httpx.Client, events_href: str) -> Iterator[dict]:
    """Yield all events of a game, from one compressed answer, while it arrives."""
    with api.stream("GET", events_href, headers={"Accept": "application/x-ndjson"}) as answer:
        if answer.is_error:
            answer.read()
            read_answer(answer)
        for line in answer.iter_lines():
            yield json.loads(line)


def checked(line: dict, before: str) -> str:
    """Return the hash of an event. End the program if it does not match (docs/log-format.md)."""
    text = json.dumps(line["envelope"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    found = hashlib.sha256(b"kontor/event/1\n" + bytes.fromhex(before or "00" * 32) + text.encode()).hexdigest()
    if found != line["hash"]:
        sys.exit(f"version {line['version']} of {line['envelope']['game']} is damaged")
    return found


def follow(api: httpx.Client, asked: argparse.Namespace) -> None:
    """Compute the state at every commit with patches."""
    game = f"/v1/games/{asked.game}"
    log = list(whole_log(api, f"{game}/events"))
    settled = [each["version"] for each in log if each["envelope"]["command"]["last"] == each["version"]]
    state = read_answer(api.get(f"{game}/state", params={"version": settled[0]}))
    sizes = [len(json.dumps(state))]
    for before, after in pairwise(settled):
        answer = api.get(f"{game}/diff", params={"from": before, "to": after})
        state = patched(state, read_answer(answer))
        sizes.append(len(answer.content))
    print(json.dumps({"commits": len(settled), "bytes": sizes, "state": state}))


def patched(value: dict, patch: list[dict]) -> dict:
    """Apply a JSON Patch (RFC 6902) with the four operations that the server uses."""
    whole = {"": json.loads(json.dumps(value))}
    for step in patch:
        *way, last = ["", *(each.replace("~1", "/").replace("~0", "~") for each in step["path"].split("/")[1:])]
        inside: object = whole
        for each in way:
            inside = inside[int(each)] if isinstance(inside, list) else inside[each]
        place = last if isinstance(inside, dict) else len(inside) if last == "-" else int(last)
        if step["op"] == "test":
            assert inside[place] == step["value"], f"the patch is for another state: {step['path']}"
        elif step["op"] == "remove":
            del inside[place]
        elif step["op"] == "add" and isinstance(inside, list):
            inside.insert(place, step["value"])
        else:
            inside[place] = step["value"]
    return whole[""]


def bundle(api: httpx.Client, asked: argparse.Namespace) -> None:
    """Save the audit bundle of a game, which can be checked without the server."""
    answer = api.get(f"/v1/games/{asked.game}/audit")
    if answer.is_error:
        read_answer(answer)
    Path(asked.to).write_bytes(answer.content)


def export(api: httpx.Client, asked: argparse.Namespace) -> None:
    """Save all finished games in one archive, which a job writes."""
    job = read_answer(api.post("/v1/exports", json={"ruleset": asked.ruleset} if asked.ruleset else {}))
    while job["status"] in ("waiting", "running"):
        time.sleep(0.2)
        job = read_answer(api.get(job["href"]))
    if job["status"] == "failed":
        sys.exit(f"the export failed: {job['why']}")
    answer = api.get(f"{job['href']}/file")
    if answer.is_error:
        read_answer(answer)
    Path(asked.to).write_bytes(answer.content)
    print(json.dumps(job["result"]))


def read_answer(answer: httpx.Response) -> dict:
    """Return the JSON of an answer. End the program if the server refused."""
    if answer.is_error:
        sys.exit(f"{answer.status_code}: {answer.json()['detail']}")
    return answer.json()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["count", "follow", "bundle", "export"])
    parser.add_argument("server")
    parser.add_argument("--key")
    parser.add_argument("--ruleset")
    parser.add_argument("--game")
    parser.add_argument("--page", type=int, default=50, help="games per page")
    parser.add_argument("--to", help="the file to write")
    return parser.parse_args()


if __name__ == "__main__":
    main()
