"""The classes of all tables, with one connection pool."""

from kontor.service.store.account_export import AccountExport
from kontor.service.store.accounts import Accounts
from kontor.service.store.analyses import Analyses
from kontor.service.store.append_values import Answers
from kontor.service.store.apps import Apps
from kontor.service.store.audit_reads import AuditReads
from kontor.service.store.boards import Boards
from kontor.service.store.caller_jobs import CallerJobs
from kontor.service.store.commit_feed import CommitFeed
from kontor.service.store.commits import Commits
from kontor.service.store.debts import Debts
from kontor.service.store.device_codes import DeviceCodes
from kontor.service.store.events import Events
from kontor.service.store.games import GameRows
from kontor.service.store.imports import Imports
from kontor.service.store.invitations import Invitations
from kontor.service.store.origins import Origins
from kontor.service.store.participants import Participants
from kontor.service.store.passkeys import Passkeys
from kontor.service.store.pool import Pool
from kontor.service.store.recovery_codes import RecoveryCodes
from kontor.service.store.seeds import Seeds
from kontor.service.store.snapshots import SnapshotRows
from kontor.service.store.stream_tickets import StreamTickets
from kontor.service.store.votes import Votes
from kontor.service.store.webhooks import Webhooks


class Store:
    """All tables of a database. Threads may share an instance.

    `debt_grace_seconds`: how long the relay waits after a commit before it takes over pending work."""

    def __init__(self, pool: Pool, debt_grace_seconds: float = 3.0) -> None:
        self.pool = pool
        self.games = GameRows(pool)
        self.commits = Commits(pool, debt_grace_seconds)
        self.events = Events(pool)
        self.answers = Answers(pool)
        self.origins = Origins(pool)
        self.participants = Participants(pool)
        self.debts = Debts(pool, debt_grace_seconds)
        self.snapshots = SnapshotRows(pool)
        self.boards = Boards(pool)
        self.seeds = Seeds(pool)
        self.imports = Imports(pool)
        self.commit_feed = CommitFeed(pool)
        self.audit_reads = AuditReads(pool)
        self.accounts = Accounts(pool)
        self.account_export = AccountExport(pool)
        self.passkeys = Passkeys(pool)
        self.recovery_codes = RecoveryCodes(pool)
        self.apps = Apps(pool)
        self.device_codes = DeviceCodes(pool)
        self.invitations = Invitations(pool)
        self.stream_tickets = StreamTickets(pool)
        self.votes = Votes(pool)
        self.webhooks = Webhooks(pool)
        self.caller_jobs = CallerJobs(pool)
        self.analyses = Analyses(pool)
