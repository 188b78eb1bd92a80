"""Ask PostgreSQL for its time (`service.clock`). Each new connection asks once, and so do processes that seldom send
other statements. The statements of commands return the time with their result."""

from typing import LiteralString

from psycopg import AsyncConnection, Connection
from psycopg.rows import TupleRow

from kontor.service import clock
from kontor.service.store.prepared import TIME

ASK: LiteralString = f"SELECT {TIME}"


def learn_time(conn: Connection[TupleRow]) -> None:
    asked = clock.CLOCK.steady()
    for (told,) in conn.execute(ASK):
        clock.CLOCK.learn(told, asked)


async def learn_time_async(conn: AsyncConnection[TupleRow]) -> None:
    asked = clock.CLOCK.steady()
    for (told,) in await (await conn.execute(ASK)).fetchall():
        clock.CLOCK.learn(told, asked)
