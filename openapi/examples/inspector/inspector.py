"""Inspect a game and the messages of an account, with the Python library (`pip install kontor`).

python inspector.py origins http://127.0.0.1:8080 --key KEY --game GAME             needs the scope audit:read
python inspector.py proof http://127.0.0.1:8080 --game GAME --to FILE   for `kontor audit checkpoint FILE`
python inspector.py refusals http://127.0.0.1:8080 --key KEY --game GAME            the refused commands of your seats
python inspector.py deliveries http://127.0.0.1:8080 --key KEY          send lost webhook messages again
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from kontor import Client, KontorError


def main() -> None:
    asked = arguments()
    tasks = {"origins": origins, "proof": proof, "refusals": refusals, "deliveries": deliveries}
    try:
        with Client(asked.server, asked.key) as client:
            tasks[asked.what](client, asked)
    except KontorError as error:
        sys.exit(str(error))


def origins(client: Client, asked: argparse.Namespace) -> None:
    """Count the commands of a game by the key that sent them, and name the programs that used each key."""
    commits: Counter[str] = Counter()
    programs: dict[str, set[str]] = {}
    for each in client.origins(asked.game):
        sender = each.credential or "the server"
        commits[sender] += 1
        programs.setdefault(sender, set()).add(each.client or each.cause)
    for sender, number in commits.most_common():
        print(json.dumps({"sender": sender, "commits": number, "programs": sorted(programs[sender])}))


def proof(client: Client, asked: argparse.Namespace) -> None:
    """Save the proof that the transparency log contains this history of the game. If the server ever shows another
    history, the saved file proves it."""
    Path(asked.to).write_text(client.proof(asked.game), encoding="utf-8")
    print(json.dumps({"game": asked.game, "file": asked.to}))


def refusals(client: Client, asked: argparse.Namespace) -> None:
    """List the refused commands of your seats: what a bot does wrong."""
    for each in client.refusals(asked.game).items:
        problem = each.problem
        told = {"seat": each.seat, "version": each.version, "sent": each.sent}
        print(json.dumps({**told, "rule": problem.get("rule"), "why": problem["detail"]}, ensure_ascii=False))


def deliveries(client: Client, asked: argparse.Namespace) -> None:
    """Report the deliveries of each webhook, and send the failed ones again."""
    for webhook in client.webhooks():
        found = list(client.deliveries(webhook))
        failed = [each for each in found if each.status == "failed"]
        for each in failed:
            client.redeliver(webhook, each)
        print(json.dumps({"url": webhook.url, **Counter(each.status for each in found), "sent_again": len(failed)}))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["origins", "proof", "refusals", "deliveries"])
    parser.add_argument("server")
    parser.add_argument("--key")
    parser.add_argument("--game")
    parser.add_argument("--to", help="the file to write")
    return parser.parse_args()


if __name__ == "__main__":
    main()
