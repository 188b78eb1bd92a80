"""Calls of one game, as methods of both clients.

`make client-types` generates this file from the OpenAPI documents: do not edit it.
"""

from collections.abc import Sequence

from kontor.client import answers, audit_answers
from kontor.client.answers import Body, Page
from kontor.client.exchange import Id, Request, at, key_headers, without_none
from kontor.client.readers import an, as_bytes, as_json, as_text, by_status, page_of
from kontor.client.shells import call, pages


class GameOperations:
    @call
    def game(self, game: Id) -> Request[answers.Summary]:
        """Get the summary of a game: status, seats, pending decisions and result."""
        return Request("GET", at("/v1/games/{}", game), an(answers.Summary))

    @call
    def abort_game(
        self, game: Id, *, key: str | None = None, reason: str | None = None
    ) -> Request[answers.Outcome | audit_answers.Votes]:
        """End the game without a result."""
        return Request(
            "POST",
            at("/v1/games/{}/abort", game),
            by_status({201: an(answers.Outcome), 202: an(audit_answers.Votes)}),
            without_none(reason=reason),
            headers=key_headers(key),
        )

    @call
    def agreements(self, game: Id) -> Request[Body]:
        """List open votes of the people at the table."""
        return Request("GET", at("/v1/games/{}/agreements", game), as_json)

    @call
    def analysis(
        self, game: Id, *, after: int | None = None, limit: int | None = None
    ) -> Request[audit_answers.Analysis]:
        """Get the analysis of a game: what a bot would have done at each decision, and what the actual choice cost."""
        return Request(
            "GET", at("/v1/games/{}/analysis", game), an(audit_answers.Analysis), query={"after": after, "limit": limit}
        )

    @call
    def analyse_game(self, game: Id) -> Request[audit_answers.Job]:
        """Start the analysis of a game that is over."""
        return Request("POST", at("/v1/games/{}/analysis", game), an(audit_answers.Job), once=True)

    @call
    def bundle(self, game: Id) -> Request[bytes]:
        """Get the game as one signed file, for `kontor audit verify`."""
        return Request("GET", at("/v1/games/{}/audit", game), as_bytes)

    @call
    def board_svg(
        self,
        game: Id,
        *,
        theme: str | None = None,
        as_: str | None = None,
        seat: int | None = None,
        version: int | None = None,
    ) -> Request[str]:
        """Get a picture of the position, now or at any version, as you may see it."""
        return Request(
            "GET",
            at("/v1/games/{}/board.svg", game),
            as_text,
            query={"theme": theme, "as": as_, "seat": seat, "version": version},
        )

    @call
    def board_text(
        self,
        game: Id,
        *,
        ansi: bool | None = None,
        columns: int | None = None,
        legend: bool | None = None,
        as_: str | None = None,
        seat: int | None = None,
        version: int | None = None,
    ) -> Request[str]:
        """Get the position as text, for terminals and screen readers."""
        return Request(
            "GET",
            at("/v1/games/{}/board.txt", game),
            as_text,
            query={"ansi": ansi, "columns": columns, "legend": legend, "as": as_, "seat": seat, "version": version},
        )

    @call
    def branch_game(self, game: Id, version: int, *, key: str | None = None) -> Request[answers.Summary]:
        """Start a practice game from an earlier position."""
        return Request(
            "POST",
            at("/v1/games/{}/branches", game),
            an(answers.Summary),
            without_none(version=version),
            headers=key_headers(key),
        )

    @call
    def diff(
        self, game: Id, from_: int, *, as_: str | None = None, seat: int | None = None, to: int | None = None
    ) -> Request[Sequence[Body]]:
        """Get the difference between two versions as a JSON Patch."""
        return Request(
            "GET", at("/v1/games/{}/diff", game), as_json, query={"as": as_, "seat": seat, "from": from_, "to": to}
        )

    @call
    def head(self, game: Id) -> Request[audit_answers.Head]:
        """Get a signed receipt of the head of the game."""
        return Request("GET", at("/v1/games/{}/head", game), an(audit_answers.Head))

    @call
    def ask_for_hint(self, game: Id, *, bot: str | None = None, seat: int | None = None) -> Request[audit_answers.Job]:
        """Ask for a hint: what would a bot do now for your seat."""
        return Request(
            "POST", at("/v1/games/{}/hints", game), an(audit_answers.Job), without_none(bot=bot, seat=seat), once=True
        )

    @call
    def legal_commands(
        self,
        game: Id,
        *,
        seat: int | None = None,
        expand: int | None = None,
        cursor: str | None = None,
        language: str | None = None,
        sample: int | None = None,
        seed: int | None = None,
    ) -> Request[answers.Legal]:
        """List the legal commands of your seat."""
        return Request(
            "GET",
            at("/v1/games/{}/legal-commands", game),
            an(answers.Legal),
            query={
                "seat": seat,
                "expand": expand,
                "cursor": cursor,
                "language": language,
                "sample": sample,
                "seed": seed,
            },
        )

    @pages
    def origins(
        self, game: Id, *, after: int | None = None, limit: int | None = None
    ) -> Request[Page[audit_answers.Origin]]:
        """List the key, client and cause of each command."""
        return Request(
            "GET",
            at("/v1/games/{}/origins", game),
            page_of(audit_answers.Origin),
            query={"after": after, "limit": limit},
        )

    @call
    def pause_clocks(
        self,
        game: Id,
        *,
        key: str | None = None,
        version: int | None = None,
        seat: int | None = None,
        until: str | None = None,
    ) -> Request[answers.Outcome | audit_answers.Votes]:
        """Pause the clocks."""
        return Request(
            "POST",
            at("/v1/games/{}/pause", game),
            by_status({201: an(answers.Outcome), 202: an(audit_answers.Votes)}),
            without_none(seat=seat, until=until),
            headers=key_headers(key, version),
        )

    @call
    def proof(self, game: Id, *, version: int | None = None) -> Request[str]:
        """Get the proof that a checkpoint contains this history of the game, and no other."""
        return Request("GET", at("/v1/games/{}/proof", game), as_text, query={"version": version})

    @call
    def refusals(self, game: Id) -> Request[audit_answers.Refusals]:
        """List your refused commands, newest first."""
        return Request("GET", at("/v1/games/{}/refusals", game), an(audit_answers.Refusals))

    @call
    def resume_clocks(
        self, game: Id, *, key: str | None = None, version: int | None = None, seat: int | None = None
    ) -> Request[answers.Outcome]:
        """Resume the clocks."""
        return Request(
            "POST",
            at("/v1/games/{}/resume", game),
            an(answers.Outcome),
            without_none(seat=seat),
            headers=key_headers(key, version),
        )

    @call
    def score(self, game: Id, *, version: int | None = None) -> Request[answers.Score]:
        """Get the score with its ledger, now or at any version."""
        return Request("GET", at("/v1/games/{}/score", game), an(answers.Score), query={"version": version})

    @pages
    def story(
        self, game: Id, *, after: int | None = None, limit: int | None = None
    ) -> Request[Page[audit_answers.Sentence]]:
        """Get the story of a game: one sentence for each event."""
        return Request(
            "GET",
            at("/v1/games/{}/story", game),
            page_of(audit_answers.Sentence),
            query={"after": after, "limit": limit},
        )

    @call
    def undo(
        self,
        game: Id,
        *,
        key: str | None = None,
        version: int | None = None,
        to: int | None = None,
        seat: int | None = None,
        together: bool | None = None,
    ) -> Request[answers.Outcome | audit_answers.Votes]:
        """Take back your last command, or go back to a version."""
        return Request(
            "POST",
            at("/v1/games/{}/undo", game),
            by_status({201: an(answers.Outcome), 202: an(audit_answers.Votes)}),
            without_none(to=to, seat=seat, together=together),
            headers=key_headers(key, version),
        )
