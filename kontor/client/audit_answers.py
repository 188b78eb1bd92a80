"""Answers about refusals, analyses, jobs and audits, like those of `kontor.client.answers`.

`make client-types` generates this file from openapi/openapi.json: do not edit it.
"""

from dataclasses import dataclass

from kontor.client.answers import Body, Score


@dataclass(frozen=True, slots=True)
class Votes:
    agreed: tuple[int, ...]  # The seats that have agreed.
    missing: tuple[int, ...]  # The seats that must still agree.


@dataclass(frozen=True, slots=True)
class Refusal:
    at: str  # When the command was refused.
    seat: int  # The number of a seat, from 1.
    version: int  # The version of the game at that time.
    sent: str  # The first 2000 bytes of the request body.
    problem: Body  # The answer that you got.


@dataclass(frozen=True, slots=True)
class Refusals:
    items: tuple[Refusal, ...]  # Newest first.
    note: str | None = None  # Why the list is empty, if the server cannot read refusals now.


@dataclass(frozen=True, slots=True)
class WhatIf:
    version: int  # The version from which the commands were tried.
    determined: bool  # True if the game has ended: then its own draws were used.
    events: tuple[Body, ...]  # What would happen.
    state: Body  # The position afterwards.
    awaiting: tuple[int, ...]  # The seats that would have to decide then.
    score: Score  # The score then.


@dataclass(frozen=True, slots=True)
class Sentence:
    """An event as a sentence."""

    version: int  # The number of the event in the game.
    at: str  # When it happened.
    seat: int | None  # The seat that caused the event; null: the system.
    sentence: str  # The sentence, in English.
    settled: bool  # True if a commit ends with this event. Players can act only at such versions.
    subject: int | None = None  # The seat that the sentence is about, if any.
    minor: bool = False  # True if the sentence is less important for players. Other sentences lack this field.
    back_to: int | None = None  # For an undo: the version whose position the game has again.
    # True if the event shows a secret to everyone. No undo goes back before it. Other sentences lack this field.
    reveals: bool = False
    rule: str | None = None  # The id of the rule that the event follows from, if there is one.
    rule_href: str | None = None  # The address of the rule that the event follows from, if there is one.
    # The reasons of a player or bot for the next decision. The server shows them after the end of the game.
    note: Body | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    game: str  # The id of a game.
    judge: Body | None  # Null: no client has requested an analysis.
    decisions: int  # How many decisions the game had; 0 without a judge.
    judged: int  # How many decisions were judged; fewer than `decisions` until the job is done.
    seats: tuple[Body, ...]  # The sums for each seat.
    items: tuple[Body, ...]  # The judged decisions of this page.
    next: str | None  # The address of the next page; null on the last one.


@dataclass(frozen=True, slots=True)
class Head:
    """A receipt, with the newest checkpoint of the transparency log and the proof."""

    format: str  # The version of this format.
    game: str  # The id of a game.
    version: int  # The version of the game that is signed.
    hash: str  # The hash of that version. It covers all events before.
    at: str  # When the server signed.
    command: str  # The id of the command that led to this version.
    key: str  # The id of a key of the server, as in `/.well-known/kontor-keys.json`.
    signature: str  # An Ed25519 signature in hex (docs/log-format.md says over which bytes).
    # The address of the newest checkpoint of the transparency log. Store a checkpoint together with the receipt.
    checkpoint_href: str
    checkpoint: str | None = None  # The newest checkpoint (a signed note), if there is one.
    # The tlog-proof that the checkpoint contains the newest leaf of the game up to this version.
    proof: str | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    first: int  # The first version of the commit.
    at: str  # When the command arrived.
    credential: str | None  # The id of the key or token; null: the system.
    client: str  # The start of the User-Agent header.
    cause: str  # The id of the request, or the action of the system.


@dataclass(frozen=True, slots=True)
class AuditGame:
    id: str  # The id of a game.
    ruleset: str  # The name of a ruleset.
    version: int  # The version of the game: the number of its newest event.
    head: str  # The hash of the last event.
    status: str  # The status of the game.
    # Who may read the game: `public` any client, `unlisted` any client that knows its id, `private` its players.
    visibility: str
    changed_at: str  # When its newest event was stored.
    href: str  # The address of the game.
    audit_href: str  # The address of its audit bundle.


@dataclass(frozen=True, slots=True)
class AuditGames:
    items: tuple[AuditGame, ...]  # The games of this page.
    next: str | None  # The address of the next page.
    cursor: str | None  # Store this cursor. Send it later to list only the games that have changed since.


@dataclass(frozen=True, slots=True)
class Job:
    id: str  # The id of a background job.
    kind: str  # The kind of work that the job does.
    status: str  # The state of the job. When it is `done`, the answer contains the result.
    href: str  # The address of the job. Poll it until the job is `done` or `failed`.
    progress: Body  # How much is done already.
    result: Body | None  # The report, if `kind` is `audit` and the job is done.
    file: Body | None  # The archive, if `kind` is `export` and the job is done.
    hint: Body | None  # The hint, if `kind` is `hint` and the job is done.
    analysis: Body | None  # The analysis, if `kind` is `analysis` and the job is done.
    why: str | None  # Why the job failed.
    created_at: str  # When the job was requested.
    ended_at: str | None  # When the job ended; null while it waits or runs.
    expires_at: str  # When the server deletes the job.
