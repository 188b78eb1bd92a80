"""Queries and headers of requests about games."""

from typing import get_args

import marshmallow as ma

from kontor.domain.kernel.game import Status
from kontor.service.engine.log_pages import PATTERN
from kontor.service.http.parameters import flag_parameter, integer_parameter, text_parameter

WAIT_MOST = 25
LIMIT_MOST = 200
EXPAND_MOST = 200
SAMPLE_MOST = 50
LONGEST_CURSOR = 500  # characters
LANGUAGE = r"^[a-z]{2,8}$"  # of a request for texts
NEXT_PAGE = "The cursor from `next`, for a further page."


class ListQuery(ma.Schema):
    status = text_parameter("Only games with this status.", values=get_args(Status))
    ruleset = text_parameter("Only games of this ruleset.", r"^[a-z0-9_-]{1,64}$")
    practice = flag_parameter("True: only practice games. False: only other games.")
    mine = flag_parameter("True: only games in which you hold a seat, or that you created.", default=False)
    awaiting = text_parameter("With `me`, only games that wait for one of your seats.", values=["me"])
    limit = integer_parameter("The largest number of games on a page.", 1, LIMIT_MOST, default=50)
    cursor = text_parameter(NEXT_PAGE, longest=200)


class EyesQuery(ma.Schema):
    as_ = text_parameter(
        "The view of a `spectator`, or of a seat that you hold, such as `seat:2`.",
        r"^(?:spectator|seat:[1-9][0-9]?)$",
        name="as",
    )
    seat = integer_parameter("The view of this seat: `seat=2` is the same as `as=seat:2`.", 1, 99, names="seat")


class StateQuery(EyesQuery):
    version = integer_parameter("The version of the game. The default is the current one.", 1)


class DiffQuery(EyesQuery):
    from_ = integer_parameter("The version that you have.", 1, name="from", required=True)
    to = integer_parameter("The version that you want. The default is the current one.", 1)


class LegalQuery(ma.Schema):
    seat = integer_parameter("The seat that you mean, if you hold several.", 1, 99, names="seat")
    expand = integer_parameter("How many complete commands to list on a page.", 0, EXPAND_MOST, default=0)
    cursor = text_parameter(NEXT_PAGE, longest=LONGEST_CURSOR)
    language = text_parameter(
        "A language such as `de`. The answer then also has `names`. If the ruleset has no texts in this language, they "
        "are English.",
        LANGUAGE,
    )
    sample = integer_parameter(
        "Return this many random complete commands instead. A command may occur twice.", 1, SAMPLE_MOST
    )
    seed = integer_parameter("The seed of `sample`: the same seed gives the same commands.", 0, default=0)


def _position_field() -> ma.fields.String:
    return text_parameter(
        "Only events after this one: its version, or its version and the first 12 or more digits of its `hash`, as in "
        "`17-3fa91c02b7de`. With the hash the server notices if the log no longer has the event.",
        f"^{PATTERN}$",
        default="0",
    )


class EventsQuery(ma.Schema):
    after = _position_field()
    limit = integer_parameter(
        f"The largest number of events. The default is {LIMIT_MOST}. With NDJSON and without `wait` it is all events.",
        1,
        LIMIT_MOST,
    )
    wait = integer_parameter(
        "How many seconds to wait for the next event, if there is none yet (a long poll).", 0, WAIT_MOST, default=0
    )


class PageQuery(ma.Schema):
    after = integer_parameter("Only events after this version.", 0, default=0)
    limit = integer_parameter("The largest number of items on a page.", 1, LIMIT_MOST, default=LIMIT_MOST)


class AnalysisQuery(PageQuery):
    after = integer_parameter("Only decisions at versions after this one.", 0, default=0)


TICKET_FIELD = text_parameter("A ticket from `POST /v1/me/stream-tickets` instead of a key. It opens only this stream.")


class StreamQuery(ma.Schema):
    after = _position_field()
    ticket = TICKET_FIELD


class MyStreamQuery(ma.Schema):
    after = text_parameter(
        "The `id` of the last message that you received, like `Last-Event-ID`.",
        "^(?:[0-9]{1,9}-[0-9]{1,19})?$",
        default="",
    )
    ticket = TICKET_FIELD


class ChangeHeaders(ma.Schema):
    key = text_parameter(
        "If you send the request again, use the same key: the server executes it once.", name="Idempotency-Key"
    )


class CommandHeaders(ChangeHeaders):
    expected = text_parameter(
        'The version of the game that you saw, in quotes: `"17"`. If the game has changed, the answer is 412.',
        name="If-Match",
    )
