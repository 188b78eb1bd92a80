"""A whole game with the client that openapi-python-client makes: seat 1 is ours, bots play the others.

openapi-python-client generate --url http://127.0.0.1:8000/openapi.json --meta none --output-path kontor_client
python play.py http://127.0.0.1:8000
"""

import sys
from random import Random
from uuid import UUID

from httpx import Timeout
from kontor_client import AuthenticatedClient, Client
from kontor_client.api.accounts import open_account
from kontor_client.api.commands import send_command
from kontor_client.api.events import list_events
from kontor_client.api.games import create_game
from kontor_client.api.legal_commands import list_legal_commands
from kontor_client.api.score import get_score
from kontor_client.api.summaries import get_game
from kontor_client.models import (
    Created,
    DryRun,
    Events,
    HansaEstablishRoute,
    HansaNewGame,
    HansaPlacePiece,
    Legal,
    NewAccount,
    NewSeatAsked,
    NewSeatAskedKind,
    OpenedAccount,
    Outcome,
    Score,
    Summary,
    SummaryStatus,
)

SEAT = 1
RANDOM = Random(1)


def main(address: str) -> None:
    account = open_account.sync(client=Client(address), body=NewAccount(name="Anna"))
    assert isinstance(account, OpenedAccount), account
    client = AuthenticatedClient(address, account.api_key, timeout=Timeout(60))
    bot = NewSeatAsked(kind=NewSeatAskedKind.BOT, bot="greedy")
    asked = HansaNewGame(
        ruleset="hansa",
        board="hansa-3",
        seats=[NewSeatAsked(kind=NewSeatAskedKind.ME), bot, bot],
        bot_milliseconds=10,
    )
    created = create_game.sync(client=client, body=asked)
    assert isinstance(created, Created), created
    game, sent = created.id, 0
    while (summary := now(client, game)).status in (SummaryStatus.RUNNING, SummaryStatus.SCORING):
        if SEAT in summary.awaiting:
            decide(client, game)
            sent += 1
        else:
            news = list_events.sync(game, client=client, after=summary.version, wait=25)
            assert isinstance(news, Events), news
    score = get_score.sync(game, client=client)
    assert isinstance(score, Score), score
    assert score.final
    print(f"{summary.status}: {sent} commands, {[(each.seat, each.total) for each in score.seats]}")


def now(client: AuthenticatedClient, game: UUID) -> Summary:
    summary = get_game.sync(game, client=client)
    assert isinstance(summary, Summary), summary
    return summary


def decide(client: AuthenticatedClient, game: UUID) -> None:
    """Send the best of the legal commands; try placing a piece with a dry run first."""
    legal = list_legal_commands.sync(game, client=client, seat=SEAT, expand=100)
    assert isinstance(legal, Legal), legal
    assert legal.commands, "an awaited seat has a legal command"
    command = max(legal.commands, key=liking)
    if isinstance(command, HansaPlacePiece):
        tried = HansaPlacePiece("place_piece", command.post, command.shape, permission=command.permission, dry_run=True)
        paper = send_command.sync(game, client=client, body=tried)
        assert isinstance(paper, DryRun), paper
    outcome = send_command.sync(game, client=client, body=command, if_match=f'"{legal.version}"')
    assert isinstance(outcome, Outcome), outcome


def liking(command: object) -> float:
    if isinstance(command, HansaEstablishRoute):
        return 2 + (command.reward.kind != "none")
    return RANDOM.random() + isinstance(command, HansaPlacePiece) / 2


if __name__ == "__main__":
    main(sys.argv[1])
