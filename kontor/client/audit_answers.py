"""Answers about refusals, analyses, jobs and audits, like those of `kontor.client.answers`.

`make client-types` generates this file from openapi/openapi.json: do not edit it.
"""

from dataclasses import dataclass

from kontor.client.answers import Body, Score


@dataclass(frozen=True, slots=True)
class Votes:
    agreed: tuple[int, ...]
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    at: str
    seat: int
    # The version of the game at that time.
    version: int
    # The first 2000 bytes of the request body.
    sent: str
    problem: Body


@dataclass(frozen=True, slots=True)
class Refusals:
    # Newest first.
    items: tuple[Refusal, ...]
    # Why the list is empty, if the server cannot read refusals now.
    note: str | None = None


@dataclass(frozen=True, slots=True)
class WhatIf:
    version: int
    # True if the game has ended: then its own draws were used.
    determined: bool
    events: tuple[Body, ...]
    state: Body
    awaiting: tuple[int, ...]
    score: Score


@dataclass(frozen=True, slots=True)
class Sentence:
    """An event as a sentence."""

    version: int
    at: str
    # The seat that caused the event; null: the system.
    seat: int | None
    sentence: str
    # True if a commit ends with this event. Players can act only at such versions.
    settled: bool
    # The seat that the sentence is about. Left out: no seat.
    subject: int | None = None
    # The rule that the event follows.
    rule: str | None = None
    rule_href: str | None = None
    # The reasons for the next decision. Shown after the end.
    note: Body | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    game: str
    # Null: no client has requested an analysis.
    judge: Body | None
    # How many decisions the game had; 0 without a judge.
    decisions: int
    # How many decisions were judged; fewer than `decisions` until the job is done.
    judged: int
    seats: tuple[Body, ...]
    items: tuple[Body, ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class Head:
    """A receipt, with the newest checkpoint of the transparency log and the proof."""

    format: str
    game: str
    version: int
    hash: str
    at: str
    command: str
    key: str
    signature: str
    # The newest checkpoint of the transparency log. Keep one with the receipt.
    checkpoint_href: str
    # The newest checkpoint (a signed note), if there is one.
    checkpoint: str | None = None
    # The tlog-proof that the checkpoint contains the newest leaf of the game up to this version.
    proof: str | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    # The first version of the commit.
    first: int
    at: str
    # The id of the key or token; null: the system.
    credential: str | None
    # The start of the User-Agent header.
    client: str
    # The id of the request, or the action of the system.
    cause: str


@dataclass(frozen=True, slots=True)
class AuditGame:
    id: str
    ruleset: str
    version: int
    # The hash of the last event.
    head: str
    status: str
    visibility: str
    changed_at: str
    href: str
    # The address of its audit bundle.
    audit_href: str


@dataclass(frozen=True, slots=True)
class AuditGames:
    items: tuple[AuditGame, ...]
    # The address of the next page.
    next: str | None
    # Keep it. Send it later to list only games that changed since.
    cursor: str | None


@dataclass(frozen=True, slots=True)
class Job:
    id: str
    kind: str
    status: str
    href: str
    progress: Body
    # The report, if `kind` is `audit` and the job is done.
    result: Body | None
    # The archive, if `kind` is `export` and the job is done.
    file: Body | None
    # The hint, if `kind` is `hint` and the job is done.
    hint: Body | None
    # The analysis, if `kind` is `analysis` and the job is done.
    analysis: Body | None
    # Why the job failed.
    why: str | None
    created_at: str
    ended_at: str | None
    # When the server deletes the job.
    expires_at: str
