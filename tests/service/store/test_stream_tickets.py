"""What is kept of tickets for streams: who may use which, how many there are, and when they are forgotten."""

import threading
from uuid import UUID

import psycopg
import pytest
from flask import Flask

from kontor.service.api_keys import hash_of, mint
from kontor.service.settings import Settings
from kontor.service.store import stream_tickets
from kontor.service.store.lookup import Caller, Credential
from kontor.service.store.maintenance import delete_expired
from kontor.service.store.pool import Pool, connection
from kontor.service.store.stream_tickets import MOST, Stream, StreamTickets
from tests.support.callers import Caller as Person

GAME = UUID(int=7)
MINE = Stream(None)


@pytest.fixture
def tickets(app: Flask) -> StreamTickets:
    found: StreamTickets = app.extensions["kontor"].store.stream_tickets
    return found


@pytest.fixture
def pool(app: Flask) -> Pool:
    found: Pool = app.extensions["kontor"].pool
    return found


def a_caller() -> Caller:
    """Somebody with a key, of which nobody else has heard."""
    return Caller(UUID(int=1), UUID(int=2), digest=mint("ktk_").hash)


def made(tickets: StreamTickets, caller: Caller, stream: Stream = MINE) -> bytes:
    digest = mint("ktt_").hash
    tickets.add(digest, caller, stream)
    return digest


def let_time_pass(settings: Settings, digest: bytes, interval: str = "2 minutes") -> None:
    """As their owner does it: the service cannot."""
    later = "UPDATE stream_tickets SET expires_at = expires_at - %s::interval WHERE hash = %s"
    with psycopg.connect(settings.migrate_url) as conn:
        conn.execute(later, (interval, digest))


def test_a_ticket_opens_its_stream_again_and_again(tickets: StreamTickets, settings: Settings) -> None:
    caller = a_caller()
    digest = made(tickets, caller)
    assert tickets.use(digest, MINE) == caller.credential
    let_time_pass(settings, digest, "30 days")
    assert tickets.use(digest, MINE) == caller.credential


def test_a_ticket_that_is_used_too_late_opens_nothing(tickets: StreamTickets, settings: Settings) -> None:
    digest = made(tickets, a_caller())
    let_time_pass(settings, digest)
    assert tickets.use(digest, MINE) is None


@pytest.mark.parametrize("other", [MINE, Stream(GAME), Stream(GAME, "4"), Stream(UUID(int=8), "5")])
def test_a_ticket_opens_no_other_stream_and_is_not_used_by_trying(tickets: StreamTickets, other: Stream) -> None:
    caller, its_own = a_caller(), Stream(GAME, "5")
    digest = made(tickets, caller, its_own)
    assert tickets.use(digest, other) is None
    with connection(tickets._pool) as conn:
        assert conn.execute("SELECT used_at FROM stream_tickets WHERE hash = %s", (digest,)).fetchone() == (None,)
    assert tickets.use(digest, its_own) == caller.credential


def test_two_who_use_it_first_at_once_are_both_let_in(tickets: StreamTickets, pool: Pool) -> None:
    """A browser that opens a stream twice, or asks again before it was answered, is no thief."""
    caller = a_caller()
    digest = made(tickets, caller)
    found: list[Credential | None] = []
    with connection(pool) as conn, conn.transaction():
        conn.execute("SELECT FROM stream_tickets WHERE hash = %s FOR UPDATE", (digest,))  # both wait here
        racing = [threading.Thread(target=lambda: found.append(tickets.use(digest, MINE))) for _ in range(2)]
        for each in racing:
            each.start()
    for each in racing:
        each.join()
    assert found == [caller.credential] * 2


def test_a_token_stays_a_token(tickets: StreamTickets) -> None:
    caller = Caller(UUID(int=1), UUID(int=2), seat=1, game_id=GAME, digest=mint("kts_").hash)
    assert tickets.use(made(tickets, caller, Stream(GAME)), Stream(GAME)) == Credential(caller.digest or b"", True)


def test_the_ones_longest_unused_go_first(tickets: StreamTickets, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST >= 100
    monkeypatch.setattr(stream_tickets, "MOST", 3)
    caller, other = a_caller(), a_caller()
    theirs = made(tickets, other)
    first, second, third = (made(tickets, caller) for _ in range(3))
    assert tickets.use(first, MINE)
    fourth = made(tickets, caller)
    assert [tickets.use(each, MINE) is not None for each in (first, second, third, fourth)] == [
        True,
        False,
        True,
        True,
    ]
    assert tickets.use(theirs, MINE)


def test_however_many_ask_at_once_the_bound_holds(
    tickets: StreamTickets, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_tickets, "MOST", 3)
    caller = a_caller()
    racing = [threading.Thread(target=made, args=(tickets, caller)) for _ in range(8)]
    for each in racing:
        each.start()
    for each in racing:
        each.join()
    with connection(pool) as conn:
        counted = conn.execute("SELECT count(*) FROM stream_tickets WHERE credential = %s", (caller.digest,)).fetchone()
    assert counted == (3,)


def _has(conn: psycopg.Connection, digest: bytes) -> bool:
    return conn.execute("SELECT FROM stream_tickets WHERE hash = %s", (digest,)).rowcount == 1


def test_expired_tickets_are_deleted(settings: Settings, tickets: StreamTickets, pool: Pool, anna: Person) -> None:
    revoked, spare = (anna.post("/v1/me/keys", {"label": "spare"}).json for _ in range(2))

    def of(key: str) -> bytes:
        made_by_her = anna.with_key(key).post("/v1/me/stream-tickets", {"stream": "/v1/me/stream"})
        return hash_of(made_by_her.json["ticket"])

    live, late, dead = of(spare["api_key"]), of(spare["api_key"]), of(revoked["api_key"])
    tickets.use(live, MINE)
    let_time_pass(settings, live, "30 days")
    let_time_pass(settings, late, "2 hours")
    tickets.use(dead, MINE)
    assert anna.delete(f"/v1/me/keys/{revoked['id']}").status_code == 204
    delete_expired(pool)
    with connection(pool) as conn:
        assert [_has(conn, each) for each in (live, late, dead)] == [True, False, False]
        assert anna.delete("/v1/me").status_code == 204
        assert not _has(conn, live)
