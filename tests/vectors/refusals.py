"""The bundle of a game with signed refusals, and forgeries of them. Everything is as in bundles.json: `receipts` are
the refusals. A verifier checks signature, commands, game, version and hash. Only the rules can decide it again."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kontor.domain.kernel.canonical import Json
from kontor.service.signing.receipt_formats import LABEL as RECEIPT
from kontor.service.signing.receipt_formats import REFUSAL_LABEL, digest_of
from kontor.service.signing.receipts import Signer
from tests.support.bundles import MADE_AT, key
from tests.support.playing import Played
from tests.vectors.bundles import ENDED, LATER, NEW, OLD, Case, Kept, Line

COMMIT = 3  # the head that the server refused at
SENT: Line = {"seat": 1, "body": {"type": "show_card", "card": "c99"}}
BEFORE: Line = {"seat": 1, "body": {"type": "offer", "points": 1}}


def refusal_files(played: Played[Any, Any, Any]) -> Mapping[str, str]:
    kept = Kept(played, Signer([NEW, OLD]))
    known = Signer([NEW, OLD, ENDED])
    cases: list[Json] = [*_good(kept), *_altered(kept), *_of_keys(kept), *_of_other_logs(kept)]
    told: Json = {"base": "bundle.ndjson", "keys": list(known.published()), "cases": cases}
    return {"refusals.json": json.dumps(told, ensure_ascii=False, indent=1) + "\n"}


def refusal(kept: Kept, *sent: Line, signer: Signer | None = None, at: str = MADE_AT) -> Line:
    game = kept.played.commits[COMMIT].after
    return (signer or kept.signer).refusal(game, sent or (SENT,), "TINY-4", "not_held", at)


def _case(kept: Kept, name: str, given: Line, version: int | None = None, is_good: bool = False) -> Case:
    return kept.case(name, kept.base, {} if is_good else {"receipt": version}, receipts=[given])


def _good(kept: Kept) -> Iterator[Case]:
    yield _case(kept, "a refused command", refusal(kept), is_good=True)
    yield _case(kept, "a refused command of a batch", refusal(kept, BEFORE, SENT), is_good=True)
    yield _case(kept, "with fields that are not signed", {**refusal(kept), "detail": "no"}, is_good=True)
    odd: Line = {"seat": 1, "body": {"type": "show_card", "card": 'Lübeck "\\\n', "more": [None, True, -1, {"a": []}]}}
    yield _case(kept, "a command with other values", refusal(kept, odd), is_good=True)


def _altered(kept: Kept) -> Iterator[Case]:
    good = refusal(kept)
    for name, sent in {
        "the command": [{"seat": 1, "body": {"type": "show_card", "card": "c01"}}],
        "the seat": [{**SENT, "seat": 2}],
        "the batch, which has a command more": [BEFORE, SENT],
        "the batch, which has no command": [],
        "the command, which is a text": "show_card",
    }.items():
        yield _case(kept, f"altered: {name}", {**good, "commands": sent})
    yield _case(kept, "altered: the commands are missing", {n: v for n, v in good.items() if n != "commands"})
    for name, value in {
        "rule": "TINY-3",
        "code": "pile_empty",
        "digest": digest_of(good["game"], good["version"], [BEFORE]),
        "version": good["version"] + 1,
        "hash": "00" * 32,
        "at": LATER,
        "game": str(kept.played.game.id).replace("019b", "019c"),
        "format": "kontor-refusal/2",
    }.items():
        yield _case(kept, f"altered: {name}", {**good, name: value})
        yield _case(kept, f"missing: {name}", {each: good[each] for each in good if each != name})
    sent = [{"seat": 2, "body": SENT["body"]}]
    fitting = {**good, "commands": sent, "digest": digest_of(good["game"], good["version"], sent)}
    yield _case(kept, "altered: the command with its digest", fitting)
    body = {name: value for name, value in good.items() if name not in ("signature", "commands")}
    yield _case(kept, "signed as if it were a receipt", {**good, "signature": kept.signer.sign(RECEIPT, body)})
    for name, digest in {
        "of another version": digest_of(good["game"], 1, good["commands"]),
        "that is none": "no",
    }.items():
        other = {**body, "digest": digest}
        signed = {**other, "commands": good["commands"], "signature": kept.signer.sign(REFUSAL_LABEL, other)}
        yield _case(kept, f"signed with a digest {name}", signed)


def _of_keys(kept: Kept) -> Iterator[Case]:
    good, ended = refusal(kept), Signer([ENDED])
    yield _case(kept, "signed with the key before", refusal(kept, signer=Signer([OLD])), is_good=True)
    yield _case(kept, "signed by a stranger", refusal(kept, signer=Signer([key(9)])))
    yield _case(
        kept, "signed by a stranger in the name of our key", {**refusal(kept, signer=Signer([key(9)])), "key": NEW.id}
    )
    yield _case(kept, "signed with another key than it names", {**good, "key": OLD.id})
    yield _case(kept, "signed on the day after the end of its key", refusal(kept, signer=ended), is_good=True)
    yield _case(kept, "signed after the end of its key", refusal(kept, signer=ended, at=LATER))


def _of_other_logs(kept: Kept) -> Iterator[Case]:
    """Signed by the server, but the log is another one: the refusal proves it."""
    made = kept.played.commits[COMMIT].after
    good = refusal(kept)
    for name, changes, version in (
        ("another head", {"hash": "00" * 32}, made.version),
        ("a version after the end", {"version": len(kept.lines) + 1}, len(kept.lines)),
        ("no version", {"version": 0}, None),
        ("another game", {"game": "019b76da-a800-7000-8000-000000000007"}, None),
    ):
        body = {name: value for name, value in {**good, **changes}.items() if name not in ("signature", "commands")}
        body["digest"] = digest_of(body["game"], body["version"], good["commands"])
        signed = {**body, "commands": good["commands"], "signature": kept.signer.sign(REFUSAL_LABEL, body)}
        yield _case(kept, f"signed for {name}", signed, version)
