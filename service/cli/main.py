"""The command `kontor`: load the module of the called command, run it, and report errors in one sentence."""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from keyword import iskeyword
from typing import Any

import click

# Each command is in the module of its name. TERMINAL: commands that are clients of a server.
TERMINAL = ("login", "games", "new", "play", "watch", "tail", "bots", "completion")
COMMANDS = (
    *TERMINAL,
    "up",
    "server",
    "audit",
    "export",
    "import",
    "witness",
    "monitor",
    "tournament",
    "demo",
    "board",
    "rule",
    "mcp",
)
SERVER = ("serve", "worker", "migrate", "health", "doctor", "backup", "restore", "keys", "accounts", "jobs")
# Names that commands had before they were grouped. They still work, with a warning.
OLD_NAMES = {name: f"server {name}" for name in SERVER} | {"replay": "audit replay", "rebuild": "audit rebuild"}

EXTRAS = {"mcp": "mcp", "pyarrow": "data", "zstandard": "data"}  # module: the extra that installs it


class LazyGroup(click.Group):
    """A group of commands that imports a command only when it is called. `--help` imports all commands."""

    def __init__(self, *args: Any, names: tuple[str, ...], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.names = names

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.names:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        place = "kontor.terminal" if name in TERMINAL else "kontor.service.cli"
        command = getattr(import_module(f"{place}.{name}"), name)
        assert isinstance(command, click.Command)
        return command


class Kontor(LazyGroup):
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] in OLD_NAMES:
            new = OLD_NAMES[args[0]]
            if not ctx.resilient_parsing:  # a warning would disturb the completion of a shell
                click.echo(f"kontor: `kontor {args[0]}` is deprecated, use `kontor {new}`", err=True)
            args = [*new.split(), *args[1:]]
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(BROKEN_OFF)


BROKEN_OFF = 130  # the exit code of shells after Ctrl-C
EXIT_CODES = """Exit codes: 0 success; 1 failure, with the reason on standard error; 2 invalid command line (audit,
import: a file cannot be read); 130 after Ctrl-C."""


@click.group(cls=Kontor, names=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXIT_CODES)
@click.version_option(package_name="kontor")
def kontor() -> None:
    """Kontor: trading board games, played through an API and recorded in a log that anyone can verify."""


def run() -> None:
    """Run a command. Report an expected error in one sentence. A bug in Kontor ends with a traceback."""
    try:
        kontor()
    except BrokenPipeError:  # the reader of our output, such as `head`, has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        sentence = sentence_for(error)
        if sentence is None:
            raise
        click.echo(f"kontor: {sentence}", err=True)
        sys.exit(1)


def sentence_for(error: Exception) -> str | None:
    """Return a sentence about an expected error, or None if the error is a bug in Kontor."""
    import httpx

    from kontor.client.problems import Unreachable
    from kontor.errors import KontorError
    from kontor.service.registry import NoSuchBot, NoSuchRuleset
    from kontor.service.settings import BadSetting

    if isinstance(error, ModuleNotFoundError):
        return _more_is_needed(error)
    if isinstance(error, BadSetting | NoSuchRuleset | NoSuchBot):
        return str(error)
    if isinstance(error, Unreachable):
        return f"Cannot reach the server: {error} (set KONTOR_URL or --url; kontor up starts a server here)"
    if isinstance(error, KontorError):
        return str(error)
    if find_spec("psycopg") is not None and (sentence := _of_the_service(error)) is not None:
        return sentence
    if isinstance(error, httpx.HTTPError | httpx.InvalidURL):
        return f"Cannot reach the server: {error} (set KONTOR_URL)"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return None


def _of_the_service(error: Exception) -> str | None:
    """Return a sentence about an error that only the modules of `kontor[server]` raise. Return None for any other
    error."""
    import psycopg
    import redis

    from kontor.service.migrations import Blocked, NotMigrated
    from kontor.service.signing.keys import BadKeyFile
    from kontor.service.stack.data_directory import CannotStart
    from kontor.service.store.pool import RoleTooStrong, StoreAway

    if isinstance(error, CannotStart | BadKeyFile | Blocked | NotMigrated | RoleTooStrong):
        return str(error)
    if isinstance(error, psycopg.OperationalError | StoreAway):
        return f"Cannot use the database: {_first_line(error)}"
    if isinstance(error, redis.RedisError):
        return f"Cannot use Redis: {_first_line(error)}"
    return None


def _more_is_needed(error: ModuleNotFoundError) -> str | None:
    """Return a sentence that names the extra that the command needs (docs/python.md). Return None if a module of Kontor
    is missing, which is a bug."""
    missing = (error.name or "").partition(".")[0]
    if missing == "kontor":
        return None
    if missing in EXTRAS:
        return f"This command needs the module {missing}: pip install 'kontor[{EXTRAS[missing]}]'"
    return (
        f"This command needs the module {missing}: pip install 'kontor[server]'. For kontor up, which needs PostgreSQL "
        "and Redis: pip install 'kontor[server,embedded]'"
    )


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
