"""Two worlds, once more: streams, those who wait, webhooks as they arrive, and archives tell a viewer the same."""

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack

import httpx
import pytest
import zstandard
from flask import Flask

from kontor.service.audit.bundle_writer import StoredBundles
from kontor.service.audit.export import Wanted, export
from kontor.service.settings import Settings
from kontor.service.webhooks.announce import announce
from tests.support.api_processes import serve
from tests.support.secret_stories import CASES, STORIES, Story, told
from tests.support.servers import Servers
from tests.support.two_worlds import (
    NOBODY,
    OF_ARCHIVES,
    OF_MESSAGES,
    Twin,
    TwoWorlds,
    masked_json,
    messages,
    require_same_text,
)
from tests.support.webhook_listener import deliver
from tests.support.webhook_receiver import Receiver, listening


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with listening() as server:
        yield server


@pytest.fixture(scope="module")
def two_worlds(servers: Servers, roomy: Settings) -> TwoWorlds:
    return TwoWorlds.opened(servers, roomy)


@pytest.fixture(scope="module")
def fronts(two_worlds: TwoWorlds) -> Iterator[Sequence[str]]:
    """A real server for each of them: streams are told by a process of their own."""
    with ExitStack() as stack:
        yield [stack.enter_context(serve(app.extensions["kontor"].settings)).url for app in two_worlds.apps]


@pytest.fixture(scope="module")
def worlds_that_tell(servers: Servers, roomy: Settings, receiver: Receiver) -> TwoWorlds:
    """Apart, so that only what is compared is delivered."""
    return TwoWorlds.opened(servers, roomy, receiver.url)


@pytest.fixture(params=CASES)
def twin(request: pytest.FixtureRequest, two_worlds: TwoWorlds) -> Twin:
    story, viewer = request.param
    return two_worlds.put(story.world, told(story), viewer)


def test_streams_are_the_same_in_both_worlds(twin: Twin, fronts: Sequence[str]) -> None:
    """Both streams of a game up to its last event, and whatever waits for the viewer."""
    last = f"id: {twin.version}-"
    for who in twin.who:
        key = twin.worlds.callers(who)[0].headers({})
        for path in (f"{twin.path}/stream", f"{twin.path}/stream?after={twin.version // 2}"):
            one, other = (messages(url + path, key, last) for url in fronts)
            require_same_text(one, other, f"{who}: {path}")
        if who != NOBODY:
            waiting = [decisions(url, key) for url in fronts]
            assert waiting[0] == waiting[1]
            one, other = (messages(f"{url}/v1/me/stream", key, "event: decision", waiting[0]) for url in fronts)
            require_same_text(one, other, f"{who}: /v1/me/stream")


def test_long_polls_get_the_same_answer_in_both_worlds(two_worlds: TwoWorlds) -> None:
    """Each of them waits until the time is up."""
    twin = two_worlds.put(STORIES[0].world, told(STORIES[0]), frozenset())
    answer = twin.same(NOBODY, "GET", f"{twin.path}/events?after={twin.version}&wait=1")
    assert answer.json["items"] == []


def decisions(url: str, key: Mapping[str, str]) -> int:
    """How many decisions wait for a caller."""
    games = httpx.get(f"{url}/v1/games?awaiting=me&limit=200", headers=key, timeout=30).json()["items"]
    return sum(seat["mine"] and seat["seat"] in each["awaiting"] for each in games for seat in each["seats"])


@pytest.mark.parametrize("story", STORIES, ids=str)
def test_webhooks_are_the_same_in_both_worlds(story: Story, worlds_that_tell: TwoWorlds, receiver: Receiver) -> None:
    for viewer in story.viewers[:2]:
        twin = worlds_that_tell.put(story.world, told(story), viewer)
        one, other = (_delivered(app, receiver) for app in worlds_that_tell.apps)
        assert one == other
        assert any(twin.path in each for each in one)
        for who in twin.who:
            if who != NOBODY:
                webhook = f"/v1/webhooks/{twin.worlds.people[who].webhook}/deliveries"
                twin.same(who, "GET", webhook, more=OF_MESSAGES)


def test_an_archive_is_the_same_in_both_worlds(worlds_that_tell: TwoWorlds) -> None:
    """An archive of all games, as a worker makes it."""
    for story in STORIES:
        worlds_that_tell.put(story.world, told(story), frozenset())
    one, other = (_archive(app) for app in worlds_that_tell.apps)
    require_same_text(one, other, "archive")
    assert len(one) > 100_000


def _archive(app: Flask) -> str:
    context, file = app.extensions["kontor"], io.BytesIO()
    export(StoredBundles(context.store, context.tlog, context.signer), file, Wanted(everything=True))
    lines = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(file.getvalue()), read_across_frames=True).read()
    return "\n".join(masked_json(line, OF_ARCHIVES) for line in lines.decode().splitlines())


def _delivered(app: Flask, receiver: Receiver) -> list[str]:
    """All that is new, as it arrives."""
    context = app.extensions["kontor"]
    while announce(context.pool):
        pass
    receiver.got.clear()
    while deliver(context.store.webhooks, loopback=True):
        pass
    return sorted(_told(*each) for each in receiver.got)


def _told(headers: Mapping[str, str], body: bytes) -> str:
    by_nature = ("webhook-id", "webhook-timestamp", "webhook-signature")  # random, a time, and over both
    named = {name: len(value) if name in by_nature else value for name, value in headers.items()}
    return json.dumps(named) + masked_json(body.decode(), OF_MESSAGES)
