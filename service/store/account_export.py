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
    """The rows of a table that belong to an account. `order`: an SQL expression that is unique in the section and
    orders its rows. `columns`: the fields of a line. `rows`: SQL that begins with the name of the table."""

    order: LiteralString
    columns: LiteralString
    rows: LiteralString

    @property
    def table(self) -> str:
        return self.rows.partition(" ")[0]

    @property
    def page(self) -> LiteralString:
        return f"""
            SELECT line.place, (to_jsonb(line) - 'place')::text
            FROM (SELECT ({self.order})::text COLLATE "C" AS place, {self.columns} FROM {self.rows}) AS line
            WHERE line.place > %(after)s ORDER BY line.place LIMIT %(most)s
        """


MINE: LiteralString = "participants WHERE account = %(account)s"
SECTIONS = {
    "account": Section(
        "account_id",
        "account_id AS id, name, named, bot, grants, created_at, blocked_at",
        "accounts WHERE account_id = %(account)s",
    ),
    "key": Section(
        "key_id",
        "key_id AS id, prefix, label, scopes, created_at, revoked_at, expires_at",
        "api_keys WHERE account_id = %(account)s AND grant_id IS NULL",
    ),
    "app": Section(
        "grant_id",
        "grant_id AS id, app, client_id, scopes, created_at, used_at, expires_at, revoked_at",
        "app_grants WHERE account_id = %(account)s",
    ),
    "app_code": Section(
        "encode(hash, 'hex')",
        "app, client_id, scopes, created_at, expires_at, denied",
        "app_codes WHERE account_id = %(account)s",
    ),
    "recovery_codes": Section(
        "account_id",
        "count(*) AS left, max(created_at) AS created_at",
        "recovery_codes WHERE account_id = %(account)s GROUP BY account_id",
    ),
    "passkey": Section(
        "passkey_id",
        "passkey_id AS id, label, host, created_at, used_at",
        "passkeys WHERE account_id = %(account)s",
    ),
    "seat_token": Section(
        "token_id",
        "token_id AS id, prefix, game_id AS game, seat, created_at, revoked_at",
        "seat_tokens WHERE account_id = %(account)s",
    ),
    "stream_ticket": Section(
        "encode(t.hash, 'hex')",
        "t.game_id AS game, t.after, t.created_at, t.expires_at, t.used_at",
        f"stream_tickets AS t JOIN ({CREDENTIALS}) AS mine ON mine.hash = t.credential",
    ),
    "game": Section(
        "game_id",
        "game_id AS id, '/v1/games/' || game_id AS href, ruleset, board, status, visibility, settings, "
        "created_at, changed_at",
        "games WHERE creator = %(account)s",
    ),
    "seat": Section(
        "participant",
        "game_id AS game, '/v1/games/' || game_id AS href, seat, participant, holds",
        MINE,
    ),
    "vote": Section(
        "game_id || v.subject",
        "game_id AS game, v.subject::jsonb AS subject, v.at",
        f"votes AS v JOIN (SELECT game_id, participant FROM {MINE}) AS mine USING (game_id, participant)",
    ),
    "command": Section(
        "game_id || '/' || lpad(o.first::text, 12, '0')",
        "game_id AS game, o.first AS version, o.credential AS key, o.client, o.cause AS request, o.at",
        f"origins AS o JOIN (SELECT DISTINCT game_id FROM {MINE}) AS played USING (game_id) "
        f"JOIN ({CREDENTIALS}) AS mine ON mine.id = o.credential",
    ),
    "answer": Section(
        "scope || '/' || key",
        "game_id AS game, key AS idempotency_key, status, at",
        # A scope begins with the id of the account or token, and a slash. In ASCII, 0 comes directly after the slash.
        f"answers JOIN (SELECT id::text FROM ({CREDENTIALS}) AS keys UNION ALL SELECT %(account)s::uuid::text) AS mine "
        "ON scope >= mine.id || '/' AND scope < mine.id || '0'",
    ),
    "board": Section(
        "hash",
        "hash AS id, ruleset, body::jsonb AS body, at",
        "boards WHERE owner = %(account)s",
    ),
    "seed": Section(
        "game_id",
        "game_id AS id, expires, taken_at",
        "seeds WHERE account = %(account)s",
    ),
    "invitation_sent": Section(
        "invitation_id",
        "invitation_id AS id, game_id AS game, seat, created_at, expires_at, used_at, revoked_at",
        "invitations WHERE account = %(account)s",
    ),
    "invitation_received": Section(
        "invitation_id",
        "invitation_id AS id, game_id AS game, seat, created_at, expires_at, used_at, revoked_at",
        "invitations WHERE invitee = %(account)s",
    ),
    "webhook": Section(
        "webhook_id",
        "webhook_id AS id, game_id AS game, url, types, format, created_at, failing_since, disabled_at, disabled_why",
        "webhooks WHERE account_id = %(account)s",
    ),
    "delivery": Section(
        "d.delivery_id",
        "d.delivery_id AS id, d.webhook_id AS webhook, d.type, d.about, d.status, d.created_at",
        "deliveries AS d JOIN webhooks USING (webhook_id) WHERE account_id = %(account)s",
    ),
    "attempt": Section(
        "a.delivery_id || '/' || lpad(a.number::text, 6, '0')",
        "a.delivery_id AS delivery, a.number, a.at, a.status, a.error, a.milliseconds",
        "attempts AS a JOIN deliveries USING (delivery_id) JOIN webhooks USING (webhook_id) "
        "WHERE account_id = %(account)s",
    ),
    "job": Section(
        "job_id",
        "job_id AS id, '/v1/jobs/' || job_id AS href, kind, status, result::jsonb AS result, why, size AS bytes, "
        "created_at, ended_at, expires_at",
        "caller_jobs WHERE account_id = %(account)s",
    ),
    "read_by_grant": Section(
        "key_id || call || coalesce(game_id::text, '') || hour",
        "key_id AS key, call, game_id AS game, hour, times, last_at",
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
