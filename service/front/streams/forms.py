"""The two forms in which streams are written: server-sent events, and lines of JSON (NDJSON)."""

from typing import NamedTuple, Protocol

from kontor.domain.kernel.canonical import JsonObject, canonical_text

DAMAGED = "The log is not what it was from this version on. Read it anew."
DATA = b"\ndata: "


class Told(NamedTuple):
    """A message of a caller's own stream: which kind, and its data as text."""

    event: str
    data: str


class Form(Protocol):
    """How a stream begins, what it says while nothing happens, and how messages are written."""

    first: bytes
    still_here: bytes

    def event(self, message: bytes) -> bytes:
        """An event of a game, of which the server-sent event is made already."""

    def told(self, told: Told, id_: str) -> bytes: ...


class ServerSentEvents:
    first = b"retry: 3000\n\n"
    still_here = b": still here\n\n"

    def event(self, message: bytes) -> bytes:
        return message

    def told(self, told: Told, id_: str) -> bytes:
        named = f"id: {id_}\n" if id_ else ""
        return f"{named}event: {told.event}\ndata: {told.data}\n\n".encode()


class Lines:
    """An event is a line as /events has it; anything else says its `type`."""

    first = b"\n"  # else nobody hears that the stream is open before something happens
    still_here = b"\n"

    def event(self, message: bytes) -> bytes:
        return message[message.index(DATA) + len(DATA) : -1]

    def told(self, told: Told, id_: str) -> bytes:
        named = f'"id":"{id_}",' if id_ else ""
        return f'{{"data":{told.data},{named}"type":"{told.event}"}}\n'.encode()


SSE, NDJSON = ServerSentEvents(), Lines()


def of_event(version: int, kind: str, line: JsonObject) -> bytes:
    """The server-sent event for an event of a game."""
    return SSE.told(Told(kind, canonical_text(line)), str(version))


def damaged(version: int) -> Told:
    """The last message of a stream that does not go on; sent without an id, so that nobody resumes behind it."""
    return Told("log_damaged", canonical_text({"version": version, "detail": DAMAGED}))
