"""Everything that the database stores about an account, without secrets and without data of other accounts.

Each section reads one table. All other tables contain nothing that belongs to one account. The test of the export lists
them, each with the reason.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

from kontor.service.store.pool import Table

PAGE = 500  # rows of one statement
CREDENTIALS: LiteralString = """
    SELECT key_id AS id, hash FROM api_keys WHERE account_id = %(account)s
    UNION ALL SELECT token_id, hash FROM seat_tokens WHERE account_id = %(account)s
    UNION ALL SELECT grant_id, refresh FROM app_grants WHERE account_id = %(account)s
"""


@dataclass(frozen=True, slots=True)
class Section:
    """The rows of a table that belong to an account. `order`: text that is unique in the section. `facts`: a JSON
    object."""

    table: str
    order: LiteralString
    facts: LiteralString
    rows: LiteralString

    @property
    def page(self) -> LiteralString:
        return (
            "SELECT sorted.at, sorted.facts::text FROM (SELECT ("
            + self.order
            + ')::text COLLATE "C" AS at, jsonb_build_object('
            + self.facts
            + ") AS facts FROM "
            + self.rows
            + ") AS sorted WHERE sorted.at > %(after)s ORDER BY sorted.at LIMIT %(most)s"
        )


MINE: LiteralString = "participants WHERE account = %(account)s"
SECTIONS = {
    "account": Section(
        "accounts",
        "account_id",
        "'id', account_id, 'name', name, 'named', named, 'bot', bot, 'grants', grants, 'created_at', created_at, "
        "'blocked_at', blocked_at",
        "accounts WHERE account_id = %(account)s",
    ),
    "key": Section(
        "api_keys",
        "key_id",
        "'id', key_id, 'prefix', prefix, 'label', label, 'scopes', scopes, 'created_at', created_at, "
        "'revoked_at', revoked_at, 'expires_at', expires_at",
        "api_keys WHERE account_id = %(account)s AND grant_id IS NULL",
    ),
    "app": Section(
        "app_grants",
        "grant_id",
        "'id', grant_id, 'app', app, 'client_id', client_id, 'scopes', scopes, 'created_at', created_at, "
        "'used_at', used_at, 'expires_at', expires_at, 'revoked_at', revoked_at",
        "app_grants WHERE account_id = %(account)s",
    ),
    "app_code": Section(
        "app_codes",
        "encode(hash, 'hex')",
        "'app', app, 'client_id', client_id, 'scopes', scopes, 'created_at', created_at, 'expires_at', expires_at, "
        "'denied', denied",
        "app_codes WHERE account_id = %(account)s",
    ),
    "recovery_codes": Section(
        "recovery_codes",
        "account_id",
        "'left', count(*), 'created_at', max(created_at)",
        "recovery_codes WHERE account_id = %(account)s GROUP BY account_id",
    ),
    "passkey": Section(
        "passkeys",
        "passkey_id",
        "'id', passkey_id, 'label', label, 'host', host, 'created_at', created_at, 'used_at', used_at",
        "passkeys WHERE account_id = %(account)s",
    ),
    "seat_token": Section(
        "seat_tokens",
        "token_id",
        "'id', token_id, 'prefix', prefix, 'game', game_id, 'seat', seat, 'created_at', created_at, "
        "'revoked_at', revoked_at",
        "seat_tokens WHERE account_id = %(account)s",
    ),
    "stream_ticket": Section(
        "stream_tickets",
        "encode(t.hash, 'hex')",
        "'game', t.game_id, 'after', t.after, 'created_at', t.created_at, 'expires_at', t.expires_at, "
        "'used_at', t.used_at",
        f"stream_tickets AS t JOIN ({CREDENTIALS}) AS mine ON mine.hash = t.credential",
    ),
    "game": Section(
        "games",
        "game_id",
        "'id', game_id, 'href', '/v1/games/' || game_id, 'ruleset', ruleset, 'board', board, 'status', status, "
        "'visibility', visibility, 'settings', settings, 'created_at', created_at, 'changed_at', changed_at",
        "games WHERE creator = %(account)s",
    ),
    "seat": Section(
        "participants",
        "participant",
        "'game', game_id, 'href', '/v1/games/' || game_id, 'seat', seat, 'participant', participant, 'holds', holds",
        MINE,
    ),
    "vote": Section(
        "votes",
        "game_id || v.subject",
        "'game', game_id, 'subject', v.subject::jsonb, 'at', v.at",
        f"votes AS v JOIN (SELECT game_id, participant FROM {MINE}) AS mine USING (game_id, participant)",
    ),
    "command": Section(
        "origins",
        "game_id || '/' || lpad(o.first::text, 12, '0')",
        "'game', game_id, 'version', o.first, 'key', o.credential, 'client', o.client, 'request', o.cause, 'at', o.at",
        f"origins AS o JOIN (SELECT DISTINCT game_id FROM {MINE}) AS played USING (game_id) "
        f"JOIN ({CREDENTIALS}) AS mine ON mine.id = o.credential",
    ),
    "answer": Section(
        "answers",
        "scope || '/' || key",
        "'game', game_id, 'idempotency_key', key, 'status', status, 'at', at",
        # The scope begins with the account or the token, and a slash: the character before 0.
        f"answers JOIN (SELECT id::text FROM ({CREDENTIALS}) AS keys UNION ALL SELECT %(account)s::uuid::text) AS mine "
        "ON scope >= mine.id || '/' AND scope < mine.id || '0'",
    ),
    "board": Section(
        "boards",
        "hash",
        "'id', hash, 'ruleset', ruleset, 'body', body::jsonb, 'at', at",
        "boards WHERE owner = %(account)s",
    ),
    "seed": Section(
        "seeds",
        "game_id",
        "'id', game_id, 'expires', expires, 'taken_at', taken_at",
        "seeds WHERE account = %(account)s",
    ),
    "invitation_sent": Section(
        "invitations",
        "invitation_id",
        "'id', invitation_id, 'game', game_id, 'seat', seat, 'created_at', created_at, 'expires_at', expires_at, "
        "'used_at', used_at, 'revoked_at', revoked_at",
        "invitations WHERE account = %(account)s",
    ),
    "invitation_received": Section(
        "invitations",
        "invitation_id",
        "'id', invitation_id, 'game', game_id, 'seat', seat, 'created_at', created_at, 'expires_at', expires_at, "
        "'used_at', used_at, 'revoked_at', revoked_at",
        "invitations WHERE invitee = %(account)s",
    ),
    "webhook": Section(
        "webhooks",
        "webhook_id",
        "'id', webhook_id, 'game', game_id, 'url', url, 'types', types, 'format', format, 'created_at', created_at, "
        "'failing_since', failing_since, 'disabled_at', disabled_at, 'disabled_why', disabled_why",
        "webhooks WHERE account_id = %(account)s",
    ),
    "delivery": Section(
        "deliveries",
        "d.delivery_id",
        "'id', d.delivery_id, 'webhook', d.webhook_id, 'type', d.type, 'about', d.about, 'status', d.status, "
        "'created_at', d.created_at",
        "deliveries AS d JOIN webhooks USING (webhook_id) WHERE account_id = %(account)s",
    ),
    "attempt": Section(
        "attempts",
        "a.delivery_id || '/' || lpad(a.number::text, 6, '0')",
        "'delivery', a.delivery_id, 'number', a.number, 'at', a.at, 'status', a.status, 'error', a.error, "
        "'milliseconds', a.milliseconds",
        "attempts AS a JOIN deliveries USING (delivery_id) JOIN webhooks USING (webhook_id) "
        "WHERE account_id = %(account)s",
    ),
    "job": Section(
        "caller_jobs",
        "job_id",
        "'id', job_id, 'href', '/v1/jobs/' || job_id, 'kind', kind, 'status', status, 'result', result::jsonb, "
        "'why', why, 'bytes', size, 'created_at', created_at, 'ended_at', ended_at, 'expires_at', expires_at",
        "caller_jobs WHERE account_id = %(account)s",
    ),
    "read_by_grant": Section(
        "audit_reads",
        "key_id || call || coalesce(game_id::text, '') || hour",
        "'key', key_id, 'call', call, 'game', game_id, 'hour', hour, 'times', times, 'last_at', last_at",
        "audit_reads WHERE account_id = %(account)s",
    ),
}


class AccountExport(Table):
    """Reads all sections of an account, in pages, so that an export of any size needs little memory."""

    def lines(self, account: UUID) -> Iterator[bytes]:
        """Yield a line of JSON for each row: `{"kind": …, "data": {…}}`."""
        for kind, section in SECTIONS.items():
            for facts in self._rows_of(section, account):
                yield f'{{"kind": "{kind}", "data": {facts}}}\n'.encode()

    def _rows_of(self, section: Section, account: UUID) -> Iterator[str]:
        after, asked = "", {"account": account, "most": PAGE}
        while found := self._rows(section.page, {**asked, "after": after}):
            yield from (facts for _, facts in found)
            after = found[-1][0]
