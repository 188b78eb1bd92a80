"""How messages read: for programs, and in words for Discord, Slack and ntfy."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from kontor.service.store.announcements import Invited, Owing
from kontor.service.webhooks import formats
from kontor.service.webhooks.messages import Message, invitation_message, messages_from, pending, reminder
from kontor.service.webhooks.ssrf import Forbidden

GAME, DELIVERY, AT = UUID(int=7), UUID(int=9), datetime(2026, 1, 1, tzinfo=UTC)
OWING = Owing(GAME, "tiny", 17, 2, "place_displaced", "2026-01-02T00:00:00.000Z")
LINK = f"https://play.example/v1/games/{GAME}"
ENVELOPES: list[dict[str, Any]] = [
    {"type": "game_started", "data": {"turn_order": [2, 1]}},
    {"type": "game_finished", "data": {"ranking": [{"seat": 2, "rank": 1, "total": 9}]}},
    {"type": "game_aborted", "data": {"reason": "by_admin"}},
    {"type": "seat_changed", "data": {"seat": 1, "to": {"kind": "bot", "bot": "greedy"}, "why": "timed_out"}},
    {"type": "seat_passed", "data": {"seat": 1, "from": "a", "to": "b"}},
    {"type": "seat_taken", "data": {"seat": 1, "participant": "a"}},
    {"type": "seat_left", "data": {"seat": 1}},
    {"type": "turn_started", "data": {"seat": 2}},
]
MESSAGES = [
    pending(OWING),
    reminder(Owing(GAME, "tiny", 17, 2, None, None)),
    invitation_message(Invited(UUID(int=1), UUID(int=2), GAME, "tiny", 2, AT)),
    *(
        message
        for each in ENVELOPES
        for message in messages_from(GAME, "tiny", {**each, "version": 5, "command": {"first": 4}})
    ),
]


def told(
    format_: str, message: Message, url: str = "https://ntfy.sh/my-topic", public: str = "https://play.example"
) -> Any:
    return json.loads(formats.webhook_body(format_, url, message, DELIVERY, AT, public))


def test_every_announced_event_has_its_message() -> None:
    assert len(MESSAGES) == 3 + len(ENVELOPES)
    assert len({message.about for message in MESSAGES if message.version == 17}) == 2


def test_the_creator_gets_no_message_about_players_who_join_at_creation() -> None:
    first = {"type": "seat_taken", "version": 2, "command": {"first": 1}, "data": {"seat": 1, "participant": "a"}}
    assert list(messages_from(GAME, "tiny", first)) == []  # type: ignore[arg-type]  # JSON


@pytest.mark.parametrize("message", MESSAGES, ids=lambda each: each.about)
def test_every_message_can_be_said_in_every_format(message: Message) -> None:
    assert told("cloudevents", message)["data"]["ruleset"] == "tiny"
    discord, slack, ntfy = (told(each, message) for each in ("discord", "slack", "ntfy"))
    assert discord.keys() == {"content", "allowed_mentions"}
    assert discord["allowed_mentions"] == {"parse": []}  # nobody is pinged
    assert discord["content"].endswith(f"\n<{LINK}>")
    assert slack == {"text": slack["text"], "unfurl_links": False, "unfurl_media": False}
    assert slack["text"].endswith(f"\n<{LINK}|Open the game>")
    assert ntfy.keys() == {"topic", "title", "message", "click"}
    assert (ntfy["topic"], ntfy["click"]) == ("my-topic", LINK)
    for text in (discord["content"], slack["text"], ntfy["message"]):
        assert "None" not in text
        assert "{" not in text


def test_a_decision_says_what_and_until_when() -> None:
    said = "The game waits for seat 2: place displaced, until 2026-01-02T00:00:00.000Z."
    assert told("ntfy", pending(OWING))["message"].startswith(said)


def test_without_a_public_address_there_is_no_link() -> None:
    assert "http" not in json.dumps(told("discord", MESSAGES[0], public=""))
    assert "click" not in told("ntfy", MESSAGES[0], public="")


@pytest.mark.parametrize(("format_", "field"), [("discord", "content"), ("slack", "text"), ("ntfy", "message")])
def test_long_texts_are_cut_and_mentions_become_text(format_: str, field: str) -> None:
    shout = Message("game.ended", GAME, "tiny", 5, data={"status": "aborted", "reason": "<!channel> " * 900})
    text = told(format_, shout)[field]
    assert len(text) <= formats.LONGEST[format_]
    assert len(text.encode()) <= 4096
    assert "…" in text
    if format_ == "slack":
        assert "<!" not in text


@pytest.mark.parametrize("format_", formats.FORMATS)
def test_a_ping_has_the_form_of_other_messages(format_: str) -> None:
    body = json.loads(formats.ping(format_, "https://ntfy.sh/t", DELIVERY))
    assert {"cloudevents": "type", "discord": "content", "slack": "text", "ntfy": "topic"}[format_] in body


def test_ntfy_takes_json_at_its_root() -> None:
    assert formats.address("ntfy", "https://ntfy.sh/my-topic?auth=x") == "https://ntfy.sh/?auth=x"
    assert (
        formats.address("slack", "https://hooks.slack.com/services/T/B/x") == "https://hooks.slack.com/services/T/B/x"
    )
    formats.require_fitting("ntfy", "https://ntfy.sh/my-topic")
    for url in ("https://ntfy.sh/", "https://ntfy.sh/a/b", "https://ntfy.sh/" + "x" * 65, "https://ntfy.sh/%20"):
        with pytest.raises(Forbidden, match="topic"):
            formats.require_fitting("ntfy", url)
