"""Write a webhook message: as a CloudEvent for programs, or as text for people in the formats of Discord, Slack and
ntfy.

The text contains nothing that a user wrote, and mentions no user.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias, cast, get_args
from urllib.parse import urlsplit, urlunsplit
from uuid import UUID

from kontor.domain.kernel.canonical import Json, JsonObject, canonical_text
from kontor.service.clock import stamp, utc_now
from kontor.service.webhooks.messages import Message
from kontor.service.webhooks.ssrf import Forbidden

WebhookFormat: TypeAlias = Literal["cloudevents", "discord", "slack", "ntfy"]
FORMATS: tuple[WebhookFormat, ...] = get_args(WebhookFormat)
# Characters. Discord refuses a longer message, Slack cuts it off, and ntfy turns it into an attachment (4096 bytes).
LONGEST: Mapping[str, int] = {"discord": 2000, "slack": 4000, "ntfy": 1000}
TOPIC = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


@dataclass(frozen=True, slots=True)
class Words:
    """A message for people: a title, one or two sentences, and a link."""

    title: str
    text: str
    link: str | None = None


def require_fitting(format_: str, url: str) -> None:
    """Raise `Forbidden` if a webhook with this format cannot use the URL."""
    if format_ != "ntfy":
        return
    topic = _topic(url)
    if not 1 <= len(topic) <= 64 or not TOPIC.issuperset(topic):
        raise Forbidden("For ntfy the URL must end with the topic, for example https://ntfy.sh/my-topic.")


def content_type(format_: str) -> str:
    return "application/cloudevents+json" if format_ == "cloudevents" else "application/json"


def address(format_: str, url: str) -> str:
    """Return the URL to post a message to. ntfy accepts JSON only at its root, with the topic in the body."""
    if format_ != "ntfy":
        return url
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path="/"))


def webhook_body(format_: str, url: str, message: Message, delivery_id: UUID, at: datetime, public_url: str) -> str:
    if format_ == "cloudevents":
        subject = {} if message.seat is None else {"subject": f"seat:{message.seat}"}
        source = f"/v1/games/{message.game_id}"
        return _cloud_event(delivery_id, at, message.type, source, message.content, subject)
    return _for_people(format_, url, words_of(message, public_url))


def ping(format_: str, url: str, delivery_id: UUID) -> str:
    """Return the body of a webhook's test message."""
    if format_ == "cloudevents":
        return _cloud_event(delivery_id, utc_now(), "ping", "/v1/webhooks", {}, {})
    return _for_people(format_, url, Words("Ping", "This webhook receives messages of Kontor."))


# ---------------------------------------------------------------- for programs


def _cloud_event(
    delivery_id: UUID, at: datetime, type_: str, source: str, data: JsonObject, subject: Mapping[str, str]
) -> str:
    return canonical_text(
        {
            "specversion": "1.0",
            "id": str(delivery_id),
            "source": source,
            "type": type_,
            "time": stamp(at),
            "datacontenttype": "application/json",
            **subject,
            "data": data,
        }
    )


# ---------------------------------------------------------------- for people


def words_of(message: Message, public_url: str) -> Words:
    title, text = _title_and_text(message)
    link = f"{public_url.rstrip('/')}/v1/games/{message.game_id}" if public_url else None
    return Words(title, f"{text} ({message.ruleset}, game {message.game_id})", link)


def _title_and_text(message: Message) -> tuple[str, str]:
    data = message.data
    match message.type:
        case "turn.started":
            return "Your turn", f"Seat {message.seat} begins its turn."
        case "decision.pending":
            return "Your decision", _decision_text(message, "The game waits for")
        case "decision.reminder":
            return "Still your decision", _decision_text(message, "The game still waits for")
        case "game.started":
            return "The game starts", f"Turn order: {_list_seats(data['turn_order'])}."
        case "game.ended" if data["status"] == "aborted":
            return "The game was aborted", f"Reason: {_spell(data['reason'])}."
        case "game.ended":
            return "The game is over", _placings(cast("list[JsonObject]", data["ranking"]))
        case "seat.changed":
            return "A seat changed", _change(data)
        case "seat.invited":
            return "You are invited", f"Seat {message.seat} is kept for you until {data['expires_at']}."


def _decision_text(message: Message, waits: str) -> str:
    kind, deadline = message.data["kind"], message.data["deadline"]
    what = "" if kind is None else f": {_spell(kind)}"
    return f"{waits} seat {message.seat}{what}" + ("." if deadline is None else f", until {deadline}.")


def _placings(ranking: list[JsonObject]) -> str:
    return ", ".join(f"{each['rank']}. seat {each['seat']} with {each['total']}" for each in ranking) + "."


def _change(data: Mapping[str, Json]) -> str:
    to = cast(JsonObject, data["to"])
    who = {"bot": f"played by the bot {to.get('bot')}", "participant": "played by a person", "open": "open"}
    return f"Seat {data['changed_seat']} is now {who[str(to['kind'])]} ({_spell(data['why'])})."


def _list_seats(seats: Json) -> str:
    return ", ".join(map(str, cast("list[int]", seats)))


def _spell(word: Json) -> str:
    return str(word).replace("_", " ")


def _for_people(format_: str, url: str, words: Words) -> str:
    match format_:
        case "discord":  # Discord shows no preview for an address in angle brackets
            link = f"\n<{words.link}>" if words.link else ""
            content = _shorten(f"**{words.title}** {words.text}", LONGEST["discord"] - len(link)) + link
            return canonical_text({"content": content, "allowed_mentions": {"parse": []}})
        case "slack":
            link = f"\n<{words.link}|Open the game>" if words.link else ""
            text = _shorten(f"*{words.title}* {_escape(words.text)}", LONGEST["slack"] - len(link)) + link
            return canonical_text({"text": text, "unfurl_links": False, "unfurl_media": False})
        case _:
            click: JsonObject = {"click": words.link} if words.link else {}
            message = _shorten(words.text, LONGEST["ntfy"])
            return canonical_text({"topic": _topic(url), "title": words.title, "message": message, **click})


def _shorten(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _escape(text: str) -> str:
    """Escape the characters that begin mentions and links in Slack."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _topic(url: str) -> str:
    return urlsplit(url).path.removeprefix("/")
