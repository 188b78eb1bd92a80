"""Queries and headers of requests about games."""

import marshmallow as ma

from kontor.service.engine.log_pages import PATTERN
from kontor.service.http.smorest import WholeText, names

WAIT_MOST = 25
LIMIT_MOST = 200
EXPAND_MOST = 200
SAMPLE_MOST = 50
LONGEST_CURSOR = 500  # characters
LANGUAGE = r"^[a-z]{2,8}$"  # of a request for texts


class ListQuery(ma.Schema):
    status = ma.fields.String(
        validate=ma.validate.OneOf(["open", "running", "scoring", "finished", "aborted"]),
        metadata={"description": "Only games with this status."},
    )
    ruleset = ma.fields.String(
        validate=WholeText(r"^[a-z0-9_-]{1,64}$"), metadata={"description": "Only games of this ruleset."}
    )
    practice = ma.fields.Boolean(metadata={"description": "True: only practice games. False: only games that count."})
    mine = ma.fields.Boolean(
        load_default=False, metadata={"description": "True: only games in which you hold a seat, or that you created."}
    )
    awaiting = ma.fields.String(
        validate=ma.validate.OneOf(["me"]), metadata={"description": "`me`: only games that wait for your seat."}
    )
    limit = ma.fields.Integer(
        load_default=50,
        validate=ma.validate.Range(1, LIMIT_MOST),
        metadata={"description": "The largest number of games on a page."},
    )
    cursor = ma.fields.String(
        validate=ma.validate.Length(max=200), metadata={"description": "The cursor from `next`, for a further page."}
    )


class EyesQuery(ma.Schema):
    as_ = ma.fields.String(
        data_key="as",
        validate=WholeText(r"^(?:spectator|seat:[1-9][0-9]?)$"),
        metadata={"description": "From whose view: `spectator`, or a seat that you hold, such as `seat:2`."},
    )
    seat = ma.fields.Integer(
        validate=ma.validate.Range(1, 99),
        metadata=names("seat", description="The view of this seat: `seat=2` is the same as `as=seat:2`."),
    )


class StateQuery(EyesQuery):
    version = ma.fields.Integer(
        validate=ma.validate.Range(1, 2**53 - 1),
        metadata={"description": "The version of the game. Left out: the current one."},
    )


class DiffQuery(EyesQuery):
    from_ = ma.fields.Integer(
        data_key="from",
        required=True,
        validate=ma.validate.Range(1, 2**53 - 1),
        metadata={"description": "The version that you have."},
    )
    to = ma.fields.Integer(
        validate=ma.validate.Range(1, 2**53 - 1),
        metadata={"description": "The version that you want. Left out: the current one."},
    )


class LegalQuery(ma.Schema):
    seat = ma.fields.Integer(
        validate=ma.validate.Range(1, 99),
        metadata=names("seat", description="Which of your seats, if you hold several."),
    )
    expand = ma.fields.Integer(
        load_default=0,
        validate=ma.validate.Range(0, EXPAND_MOST),
        metadata={"description": "How many complete commands to list on a page."},
    )
    cursor = ma.fields.String(
        validate=ma.validate.Length(max=LONGEST_CURSOR),
        metadata={"description": "The cursor from `next`, for a further page."},
    )
    language = ma.fields.String(
        validate=WholeText(LANGUAGE),
        metadata={
            "description": (
                "A language such as `de`. The answer then also has `names`. If the ruleset has no texts in this "
                "language, they are English."
            )
        },
    )
    sample = ma.fields.Integer(
        validate=ma.validate.Range(1, SAMPLE_MOST),
        metadata={"description": "Return this many random complete commands instead. A command may occur twice."},
    )
    seed = ma.fields.Integer(
        load_default=0,
        validate=ma.validate.Range(0, 2**53 - 1),
        metadata={"description": "The seed of `sample`: the same seed gives the same commands."},
    )


def _position_field() -> ma.fields.String:
    return ma.fields.String(
        load_default="0",
        validate=WholeText(f"^{PATTERN}$"),
        metadata={
            "description": "Only events after this one: its version, or its version and the first 12 or more digits of "
            "its `hash`, as in `17-3fa91c02b7de`. With the hash the server notices if the log no longer has the event."
        },
    )


class EventsQuery(ma.Schema):
    after = _position_field()
    limit = ma.fields.Integer(
        validate=ma.validate.Range(1, LIMIT_MOST),
        metadata={"description": f"Left out: {LIMIT_MOST}; with NDJSON all events."},
    )
    wait = ma.fields.Integer(
        load_default=0,
        validate=ma.validate.Range(0, WAIT_MOST),
        metadata={"description": "Wait up to so many seconds for the next event, if there is none yet (a long poll)."},
    )


class PageQuery(ma.Schema):
    after = ma.fields.Integer(
        load_default=0,
        validate=ma.validate.Range(0, 2**53 - 1),
        metadata={"description": "Only events after this version."},
    )
    limit = ma.fields.Integer(
        load_default=LIMIT_MOST,
        validate=ma.validate.Range(1, LIMIT_MOST),
        metadata={"description": "The largest number of items on a page."},
    )


class AnalysisQuery(PageQuery):
    after = ma.fields.Integer(
        load_default=0,
        validate=ma.validate.Range(0, 2**53 - 1),
        metadata={"description": "Only decisions at versions after this one."},
    )


TICKET_FIELD = ma.fields.String(
    metadata={"description": "A ticket from `POST /v1/me/stream-tickets` instead of a key. It opens only this stream."}
)


class StreamQuery(ma.Schema):
    after = _position_field()
    ticket = TICKET_FIELD


class MyStreamQuery(ma.Schema):
    after = ma.fields.String(
        load_default="",
        validate=WholeText("^(?:[0-9]{1,9}-[0-9]{1,19})?$"),
        metadata={"description": "The `id` of the last message that you received, like `Last-Event-ID`."},
    )
    ticket = TICKET_FIELD


class ChangeHeaders(ma.Schema):
    key = ma.fields.String(
        data_key="Idempotency-Key",
        metadata={"description": "Send a retry with the same key: the request happens once."},
    )


class CommandHeaders(ChangeHeaders):
    expected = ma.fields.String(
        data_key="If-Match",
        metadata={"description": 'The version that you decided on, in quotes: `"17"`. If the game has changed: 412.'},
    )
