"""`kontor demo`: a whole game of bots before one's eyes, played by a server."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kontor.service.cli.servers import HERE, body_of
from kontor.service.cli.tournament import Value, read_option

if TYPE_CHECKING:
    import httpx
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

READY = 90.0  # seconds until a server of ours must answer
TAIL = 10  # lines of the log that stay in view
QUIET = "note_sealed"  # why a bot did what it did: nobody can read it before the end


@click.command()
@click.option("--ruleset", help="(default: the first of the server)")
@click.option("--board", help="by name (default: the first that suits)")
@click.option("--bots", default="greedy", show_default=True, help="names, with commas; the last one fills the seats")
@click.option("--seats", type=click.IntRange(2, 16), default=3, show_default=True)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="an option of the game; may be repeated")
@click.option(
    "--timeout", type=click.FloatRange(1), default=900.0, show_default=True, help="seconds to wait for the end"
)
def demo(
    ruleset: str | None, board: str | None, bots: str, seats: int, options: tuple[str, ...], timeout: float
) -> None:
    """Watch bots play a game: the board as text, the log, and the score.

    The server is KONTOR_URL (default: http://127.0.0.1:8080). If that is not set and none runs there, one is started
    for this game and stopped after it.
    """
    import httpx
    from rich.console import Console

    console = Console()
    named = [bot.strip() for bot in bots.split(",") if bot.strip()]
    if not named or len(named) > seats:
        raise click.ClickException(f"Name 1 to {seats} bots for {seats} seats.")
    chosen = [*named, *[named[-1]] * (seats - len(named))]
    with a_server(console) as (url, is_ours), httpx.Client(base_url=url, timeout=40) as server:
        game = create(server, ruleset, board, chosen, dict(map(read_option, options)))
        console.print(f"Game [bold]{game['id']}[/] of {game['ruleset']}: {url}{game['href']}", soft_wrap=True)
        watch(server, console, game, dict(enumerate(chosen, 1)), timeout)
        show_score(server, console, game["href"], dict(enumerate(chosen, 1)))
        show_links(server, console, url, game["href"])
        if is_ours and console.is_terminal:
            click.pause("Press any key to stop the server …")


# ---------------------------------------------------------------- the server


@contextmanager
def a_server(console: "Console") -> Iterator[tuple[str, bool]]:
    """The address of a server, and whether it is one of ours that ends with this command."""
    url = os.environ.get("KONTOR_URL", "")
    if url or answers(HERE):
        yield (url or HERE).rstrip("/"), False
        return
    data = Path(tempfile.mkdtemp(prefix="kontor-"))
    console.print(f"No server runs at {HERE}: starting one for this game, on {data}; it ends with it.", soft_wrap=True)
    port = free_port()
    log = (data / "demo.log").open("w")
    argv = [sys.executable, "-m", "kontor.service.cli", "up", "--port", str(port), "--data", str(data)]
    process = subprocess.Popen(argv, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        wait_for(f"http://127.0.0.1:{port}", process, data / "demo.log")
        yield f"http://127.0.0.1:{port}", True
    finally:
        process.terminate()  # `kontor up` stops everything it has started
        process.wait(60)
        log.close()
        shutil.rmtree(data, ignore_errors=True)


def wait_for(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + READY
    while not answers(url):
        if process.poll() is not None or time.monotonic() > until:
            said = log.read_text().strip().splitlines() or ["nothing"]
            raise click.ClickException(f"The server did not start; it said: {said[-1]}")
        time.sleep(0.1)


def answers(url: str) -> bool:
    import httpx

    try:
        return httpx.get(f"{url}/healthz", timeout=2).is_success
    except httpx.HTTPError:
        return False


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# ---------------------------------------------------------------- the game


def create(
    server: "httpx.Client", ruleset: str | None, board: str | None, bots: list[str], options: Mapping[str, Value]
) -> Mapping[str, Any]:
    """A game of bots only; it starts at once. A board that is not named is found by trying."""
    known = {each["name"]: each["href"] for each in body_of(server.get("/v1/rulesets"))["items"]}
    name = ruleset or next(iter(known))
    if name not in known:
        raise click.ClickException(f"The server has no ruleset {name}; it has {', '.join(known)}.")
    boards = [each["name"] for each in body_of(server.get(known[name]))["boards"]]
    key = body_of(server.post("/v1/accounts", json={"name": "kontor demo"}))["api_key"]
    seats = [{"kind": "bot", "bot": bot} for bot in bots]
    for picked in [board] if board else [name, *boards]:
        body = {"ruleset": name, "board": picked, "options": options, "seats": seats}
        answer = server.post("/v1/games", json=body, headers={"Authorization": f"Bearer {key}"})
        if answer.is_success:
            break
    created: Mapping[str, Any] = body_of(answer)
    return created


def watch(
    server: "httpx.Client", console: "Console", game: Mapping[str, Any], names: Mapping[int, str], timeout: float
) -> None:
    """Follow the log to its end: drawn anew in place on a terminal, line by line elsewhere."""
    from rich.console import Group
    from rich.live import Live
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.text import Text

    from kontor.service.cli.demo_screen import line_of

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    progress = Progress(*columns, console=console)
    task = progress.add_task("playing", total=None)
    tail: deque[Any] = deque(maxlen=TAIL)
    until, after, status = time.monotonic() + timeout, 0, "running"
    position: Mapping[str, Any] = {}
    with Live(console=console, refresh_per_second=8, transient=True) as live:
        while status not in ("finished", "aborted"):
            if time.monotonic() > until:
                raise click.ClickException(f"The game has not ended after {timeout:g} seconds; it goes on without us.")
            news = body_of(server.get(f"{game['href']}/events", params={"after": after, "limit": 100, "wait": 5}))
            happened = [each["envelope"] for each in news["items"]]
            lines = [line_of(event) for event in happened if event["type"] != QUIET]
            tail.extend(lines)
            if not console.is_terminal:
                for line in lines:
                    console.print(line, soft_wrap=True)
            after += len(happened)
            status = news["status"] if after == news["version"] else "running"
            progress.update(task, description=f"event {after}")
            position = body_of(server.get(f"{game['href']}/state"))["state"] or {}
            live.update(Group(*picture(position, names), *tail, Text(), progress))
    console.print(*picture(position, names))


def picture(state: Mapping[str, Any], names: Mapping[int, str]) -> "tuple[Text, Table, Text]":
    from rich.text import Text

    from kontor.service.cli.demo_screen import board_text, seats_table

    return board_text(state), seats_table(state, names), Text()


# ---------------------------------------------------------------- the end


def show_score(server: "httpx.Client", console: "Console", href: str, names: Mapping[int, str]) -> None:
    from rich.table import Table

    score = body_of(server.get(f"{href}/score"))
    seats = sorted(score["seats"], key=lambda each: (each["rank"], each["seat"]))
    table = Table(title="Final score" if score["final"] else "Score", title_justify="left")
    parts = list(dict.fromkeys(part for each in seats for part in each["breakdown"]))
    for heading in ("rank", "seat", "bot", *(part.replace("_", " ") for part in parts), "total"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for each in seats:
        points = (str(each["breakdown"].get(part, 0)) for part in parts)
        table.add_row(str(each["rank"]), str(each["seat"]), names[each["seat"]], *points, str(each["total"]))
    console.print(table)


def show_links(server: "httpx.Client", console: "Console", url: str, href: str) -> None:
    """Where to look at it: the picture, if the server draws one."""
    pages = [f"{href}/board.svg"] if server.get(f"{href}/board.svg").is_success else []
    for page in (*pages, href, f"{href}/score", f"{href}/events"):
        console.print(f"Look at it: {url}{page}", soft_wrap=True)
