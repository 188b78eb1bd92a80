"""Store refused commands in Redis for a day, so that the caller can read them later. They are never part of a game log.

Storing them is best effort: if Redis is unreachable or full, no answer changes or waits. The refusals of a seat, of an
account and of all accounts have limits in bytes. Without these limits a client could fill Redis, which would then
reject all jobs.
"""

import json
import time
from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

import redis
import structlog
from redis import Redis

from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.violation import Refusal
from kontor.service.clock import now, unix_time
from kontor.service.engine.game_at import GameAt
from kontor.service.http.problem_answers import problem_body
from kontor.service.http.problems import Problem, of_refusal
from kontor.service.store.lookup import Caller
from kontor.service.visibility import seats_held

NOTED = (400, 409, 412, 422)  # statuses of errors that the caller can correct
LONGEST = 2_000  # bytes of the request body, in UTF-8
LARGEST_PROBLEM = 4_000  # bytes
LONGEST_DETAIL = 300  # characters of `detail` in a problem that is larger
MOST_ERRORS = 10
KEPT = 50  # newest refusals of a seat
LIFE = 24 * 60 * 60  # seconds after the last refusal
SEAT_BYTES = 64 * 1024
ACCOUNT_BYTES = 512 * 1024
OVERHEAD = 400  # bytes that Redis needs for each refusal, besides its text
REST = 5.0  # seconds to wait after Redis did not answer

# The refusals of a seat are a list. `bytes` has the size of each list, of each account and of all lists. A list over
# its limit loses its oldest refusals. An account or a total over its limit loses the lists that changed least recently.
NOTE = """
    local list, account, lists, bytes = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
    local refusal, now, life, overhead = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
    local most, list_bytes, account_bytes, all_bytes =
        tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])

    local function held(name) return tonumber(redis.call('HGET', bytes, name) or 0) end
    local function count(name, of, more)
        for _, each in ipairs({name, of, lists}) do
            if redis.call('HINCRBY', bytes, each, more) <= 0 then redis.call('HDEL', bytes, each) end
        end
    end
    local function forget(name)
        local of = string.match(name, '^[^/]+')
        count(name, of, 0 - held(name))  -- -0 is no integer to Redis
        redis.call('DEL', name)
        redis.call('ZREM', of, name)
        redis.call('ZREM', lists, name)
    end

    for _, each in ipairs(redis.call('ZRANGEBYSCORE', lists, '-inf', now - life, 'LIMIT', 0, 100)) do forget(each) end
    if redis.call('EXISTS', list) == 0 then forget(list) end  -- it expired, but is still counted
    redis.call('LPUSH', list, refusal)
    count(list, account, #refusal + overhead)
    while redis.call('LLEN', list) > most or held(list) > list_bytes do
        count(list, account, -(#redis.call('RPOP', list) + overhead))
    end
    redis.call('EXPIRE', list, life)
    for _, each in ipairs({account, lists}) do
        redis.call('ZADD', each, now, list)
        redis.call('EXPIRE', each, 2 * life)
    end
    redis.call('EXPIRE', bytes, 2 * life)
    while held(account) > account_bytes do forget(redis.call('ZRANGE', account, 0, 0)[1]) end
    while held(lists) > all_bytes do forget(redis.call('ZRANGE', lists, 0, 0)[1]) end
"""
LISTS = "kontor:refusals"  # all lists, sorted by their last change
BYTES = "kontor:refusals:bytes"  # size in bytes, by list, by account and for LISTS

log = structlog.get_logger()


class RefusedCommands:
    """The stored refusals, by account, game and participant. A new holder of a seat does not see the refusals of the
    previous holder.

    Without Redis (`client` is None) nothing is stored. `most_bytes` limits the total size."""

    def __init__(self, client: Redis | None, most_bytes: int) -> None:
        self._client = client
        self._most_bytes = most_bytes
        self._away_until = 0.0

    def note(self, caller: Caller, at: GameAt, refused: Problem | Refusal, sent: str) -> None:
        """Store a refusal for the seat that the command was for. `sent`: the body of the request."""
        problem = of_refusal(refused) if isinstance(refused, Refusal) else refused
        seat = _seat_meant(caller, at, sent) if problem.status in NOTED else None
        participant = None if seat is None else at.game.place(seat).participant
        if participant is None:  # the caller lost the seat and only came for a stored answer
            return
        refusal = {
            "at": now(),
            "seat": seat,
            "version": at.game.version,
            "sent": sent.encode(errors="replace")[:LONGEST].decode(errors="ignore"),
            "problem": _shorten(problem_body(problem)),
        }
        self._push(caller.account, at.game.id, participant, refusal)

    def _push(self, account: UUID | None, game_id: UUID, participant: str, refusal: dict[str, Any]) -> None:
        client = self._reachable()
        if client is None or self._most_bytes == 0:
            return
        text = json.dumps(refusal, ensure_ascii=False).encode(errors="replace")
        keys = (_key(account, game_id, participant), _of_account(account), LISTS, BYTES)
        bounds = (KEPT, SEAT_BYTES, ACCOUNT_BYTES, self._most_bytes)
        try:
            client.register_script(NOTE)(keys, (text, f"{unix_time():.6f}", LIFE, OVERHEAD, *bounds))
        except redis.RedisError as error:
            self._note_failure(error)

    def of(self, account: UUID | None, game_id: UUID, participants: Collection[str]) -> list[dict[str, Any]] | None:
        """Return the stored refusals of these participants, newest first, or None if Redis is unreachable."""
        client = self._reachable()
        if client is None:
            return None
        try:
            with client.pipeline(transaction=False) as asked:
                for each in participants:
                    asked.lrange(_key(account, game_id, each), 0, KEPT - 1)
                texts = [text for found in asked.execute() for text in found]
        except redis.RedisError as error:
            self._note_failure(error)
            return None
        return sorted(map(json.loads, texts), key=lambda each: str(each["at"]), reverse=True)

    def _reachable(self) -> Redis | None:
        return self._client if time.monotonic() >= self._away_until else None

    def _note_failure(self, error: redis.RedisError) -> None:
        self._away_until = time.monotonic() + REST
        log.warning("redis unreachable, refusals are not stored", error=type(error).__name__)


def _of_account(account: UUID | None) -> str:
    return f"kontor:refusals:{account}"


def _key(account: UUID | None, game_id: UUID, participant: str) -> str:
    return f"{_of_account(account)}/{game_id}/{participant}"


def _seat_meant(caller: Caller, at: GameAt, sent: str) -> int | None:
    """Return the seat that a refused command was for. This is the seat in the body if the caller holds it, otherwise a
    held seat that may act, or the first held seat."""
    held = seats_held(caller, at)
    try:
        body = json.loads(sent)
    except (ValueError, RecursionError):
        body = None
    named = body.get("seat") if isinstance(body, Mapping) else None
    if type(named) is int and named in held:
        return named
    return next((seat for seat in held if seat in at.may_act), held[0] if held else None)


def _shorten(problem: dict[str, Any]) -> dict[str, Any]:
    """Return a shorter problem: without `missed`, because these events are in the log, and with only the first errors.
    If the problem is still too large, leave out all errors, facts and the signed refusal."""
    kept = {name: value for name, value in problem.items() if name != "missed"}
    if "errors" in kept:
        kept["errors"] = kept["errors"][:MOST_ERRORS]
    if len(json.dumps(kept)) <= LARGEST_PROBLEM:
        return kept
    small = {name: value for name, value in kept.items() if name not in ("errors", "facts", "receipt")}
    return {**small, "detail": shorten(small["detail"], LONGEST_DETAIL)}
