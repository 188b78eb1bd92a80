"""What do silent connections cost? Measure commands per second with and without them, alternately.

    python -m bench.idle [silent] [half] [kept] [turns]      2000 500 500 4

On a fresh `kontor up`: `silent` connections that send nothing, `half` that send half a head, `kept` that sent one
request and stay open; from several addresses of this machine. HAProxy closes them after a while, so each turn opens
them again.
"""

import asyncio
import resource
import sys
from contextlib import AsyncExitStack

from bench.streams import PER_ADDRESS, SETTINGS
from tests.faults.running import Running, running
from tests.support.loads import command_rate, connected

SECONDS = 4.0
HALF = b"GET /healthz HTTP/1.1\r\nHost: kontor\r\nX-Half: "


async def measured(house: Running, silent: int, half: int, kept: int, turns: int) -> None:
    port, key = int(house.url.rpartition(":")[2]), house.key["Authorization"].removeprefix("Bearer ")
    await command_rate(port, key, 1.0)
    rates: dict[bool, list[float]] = {True: [], False: []}
    for turn in range(2 * turns):
        beside = bool(turn % 2)
        async with AsyncExitStack() as stack:
            for n in range(silent + half + kept if beside else 0):
                source = f"127.0.0.{2 + n // PER_ADDRESS}"
                connection = await stack.enter_async_context(connected(port, source=source))
                if n >= silent + half:
                    status, _ = await connection.ask("GET", "/healthz")
                    assert status == 200
                elif n >= silent:
                    connection.writer.write(HALF)
            rates[beside].append(await command_rate(port, key, SECONDS))
        print(f"{'beside them' if beside else 'alone':12} {rates[beside][-1]:6.0f} commands/s", flush=True)
    alone, with_them = (sum(rates[each]) / turns for each in (False, True))
    print(f"{silent} silent, {half} half-sent, {kept} kept connections: {with_them / alone:.0%} of the rate")


def main() -> None:
    given = [*map(int, sys.argv[1:]), *(2000, 500, 500, 4)[len(sys.argv) - 1 :]]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with running(rulesets=("tests.tiny:RULESET",), settings=SETTINGS) as house:
        asyncio.run(measured(house, given[0], given[1], given[2], given[3]))


if __name__ == "__main__":
    main()
