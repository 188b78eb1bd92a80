"""Calls about seats and invitations, as methods of both clients.

`make client-types` generates this file from the OpenAPI documents: do not edit it.
"""

from kontor.client import account_answers, answers
from kontor.client.exchange import Id, Request, at, key_headers, without_none
from kontor.client.readers import an, as_nothing, items_of
from kontor.client.shells import call


class SeatOperations:
    @call
    def seat_invitations(self, game: Id, seat: int) -> Request[tuple[account_answers.Invitation, ...]]:
        """List your invitations to this seat."""
        return Request("GET", at("/v1/games/{}/seats/{}/invitations", game, seat), items_of(account_answers.Invitation))

    @call
    def invite_to_seat(
        self, game: Id, seat: int, *, account: str | None = None, lasts: str | None = None
    ) -> Request[account_answers.Invitation]:
        """Create an invitation to this seat."""
        return Request(
            "POST",
            at("/v1/games/{}/seats/{}/invitations", game, seat),
            an(account_answers.Invitation),
            without_none(account=account, lasts=lasts),
            once=True,
        )

    @call
    def revoke_invitation(self, game: Id, seat: int, invitation: Id) -> Request[None]:
        """Revoke one of your invitations."""
        return Request("DELETE", at("/v1/games/{}/seats/{}/invitations/{}", game, seat, invitation), as_nothing)

    @call
    def join(
        self,
        game: Id,
        seat: int,
        *,
        key: str | None = None,
        version: int | None = None,
        nonce: str | None = None,
        colour: str | None = None,
        invitation: str | None = None,
    ) -> Request[answers.Outcome]:
        """Take a seat."""
        return Request(
            "POST",
            at("/v1/games/{}/seats/{}/join", game, seat),
            an(answers.Outcome),
            without_none(nonce=nonce, colour=colour, invitation=invitation),
            headers=key_headers(key, version),
        )

    @call
    def leave(
        self, game: Id, seat: int, *, key: str | None = None, version: int | None = None
    ) -> Request[answers.Outcome]:
        """Leave your seat before the start of the game."""
        return Request(
            "POST",
            at("/v1/games/{}/seats/{}/leave", game, seat),
            an(answers.Outcome),
            {},
            headers=key_headers(key, version),
        )

    @call
    def resign(
        self, game: Id, seat: int, *, key: str | None = None, version: int | None = None, bot: str | None = None
    ) -> Request[answers.Outcome]:
        """Resign: a bot takes your seat, and you can take it back later."""
        return Request(
            "POST",
            at("/v1/games/{}/seats/{}/resign", game, seat),
            an(answers.Outcome),
            without_none(bot=bot),
            headers=key_headers(key, version),
        )

    @call
    def return_to(
        self, game: Id, seat: int, *, key: str | None = None, version: int | None = None
    ) -> Request[answers.Outcome]:
        """Take your seat back from the bot that plays it."""
        return Request(
            "POST",
            at("/v1/games/{}/seats/{}/return", game, seat),
            an(answers.Outcome),
            {},
            headers=key_headers(key, version),
        )

    @call
    def revoke_seat_tokens(self, game: Id, seat: int) -> Request[None]:
        """Revoke all tokens of your seat."""
        return Request("DELETE", at("/v1/games/{}/seats/{}/token", game, seat), as_nothing)

    @call
    def seat_token(self, game: Id, seat: int) -> Request[account_answers.Token]:
        """Create a token for this seat."""
        return Request("POST", at("/v1/games/{}/seats/{}/token", game, seat), an(account_answers.Token), {}, once=True)

    @call
    def accept_invitation(
        self, invitation: str, *, name: str | None = None, nonce: str | None = None, colour: str | None = None
    ) -> Request[account_answers.Accepted]:
        """Accept an invitation by its token."""
        return Request(
            "POST",
            "/v1/invitations/accept",
            an(account_answers.Accepted),
            without_none(invitation=invitation, name=name, nonce=nonce, colour=colour),
            once=True,
        )

    @call
    def read_invitation(self, invitation: str) -> Request[account_answers.Invitation]:
        """Read an invitation by its token."""
        return Request(
            "POST",
            "/v1/invitations/read",
            an(account_answers.Invitation),
            without_none(invitation=invitation),
            once=True,
        )

    @call
    def my_invitations(self) -> Request[tuple[account_answers.Invitation, ...]]:
        """List the open invitations for your account, newest first."""
        return Request("GET", "/v1/me/invitations", items_of(account_answers.Invitation))

    @call
    def decline_invitation(self, invitation: Id) -> Request[None]:
        """Decline an invitation."""
        return Request("DELETE", at("/v1/me/invitations/{}", invitation), as_nothing)
