"""What holds for every game: fold, redaction, secrecy, legality, and that no change of a log goes unnoticed."""

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import hypothesis.strategies as st
from hypothesis import given, settings

from kontor.domain.kernel import play
from kontor.domain.kernel.bots import expand
from kontor.domain.kernel.canonical import Json, JsonObject, canonical
from kontor.domain.kernel.commits import Command, commit
from kontor.domain.kernel.game import Game, require_state
from kontor.domain.kernel.legality import covers, is_complete
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.seals import chained
from kontor.domain.kernel.secrets import Ref, Secret, Shown, opened_by, sealed_in
from kontor.domain.kernel.verify import verify
from kontor.domain.kernel.violation import NotYourDecision, Violation
from tests.support.playing import Played, created, finished, id_of, seed_of, step, stored_events
from tests.tiny import RULESET
from tests.tiny import events as ev
from tests.tiny.state import State

Tiny = Played[State, ev.Command, ev.Event]

numbers = st.integers(1, 10**6)
seats = st.integers(2, 4)
steps = st.integers(0, 40)


def under_way(number: int, seats: int, steps: int) -> Tiny:
    played = created(RULESET, seats, number, options={"rounds": 3})
    for _ in range(steps):
        step(played)
    return played


@given(numbers, seats)
@settings(max_examples=20, deadline=None)
def test_a_game_folded_from_storage_is_the_game_played_step_by_step(number: int, seats: int) -> None:
    played = finished(created(RULESET, seats, number))
    refolded = played.refolded()
    assert refolded.state == played.game.state
    assert (refolded.version, refolded.counters, refolded.parts) == (
        played.game.version,
        played.game.counters,
        played.game.parts,
    )


@given(numbers, seats, steps, st.sets(st.integers(1, 4)))
@settings(max_examples=40, deadline=None)
def test_every_readers_log_verifies(number: int, seats: int, steps: int, readers: set[int]) -> None:
    played = under_way(number, seats, steps)
    verdict = verify(played.lines(readers), played.game.head.hex())
    assert verdict.findings == ()
    assert verdict.version == played.game.version


# ---------------------------------------------------------------- secrecy


def blanked(value: Json) -> Json:
    """Without what must differ between two worlds: digests, hashes, commitments."""
    if isinstance(value, dict):
        return {key: blanked(item) for key, item in value.items() if key not in ("digest", "hash", "commitment")}
    return [blanked(item) for item in value] if isinstance(value, list) else value


def other_world(played: Tiny, viewer: int) -> Tiny:
    """The same game, but all that `viewer` may not know is another: charms, pile, bids. Only the seed is the same,
    since the salts that the viewer is shown follow from it."""
    other: Tiny = Played(RULESET, Game(played.game.id, played.game.seed, played.game.board))
    history = [(made, stored_events(RULESET, made)) for made in played.commits]
    known = {ref for _, events in history for event in events for ref in told_by(event, viewer)}
    version = 0
    for made, events in history:
        others: list[object] = []
        for event in events:
            version += 1
            others.append(changed(event, version, viewer, known))
        step_made = commit(RULESET, other.game, other_command(made.command, viewer), others, made.after.at)
        other.commits.append(step_made)
        other.game = step_made.after
    return other


def told_by(event: object, viewer: int) -> Iterator[Ref]:
    """Addresses of earlier parts that the event shows to the viewer."""
    yield from opened_by(event)
    yield from (part.ref for part in sealed_in(event) if isinstance(part, Shown) and viewer in part.seats)


def other_command(command: Command, viewer: int) -> Command:
    if command.readers is None or viewer in command.readers:
        return command
    return replace(command, body={"type": "bid", "amount": 0})


def changed(event: object, version: int, viewer: int, known: set[Ref]) -> object:
    parts = sealed_in(event)
    if not any(isinstance(part, Secret) for part in parts):
        return event
    return replace(  # type: ignore[type-var]  # some dataclass with secrets
        event,
        sealed=tuple(
            part
            if isinstance(part, Shown) or viewer in part.seats or Ref(version, n) in known
            else Secret(part.seats, changed_value(part.value, n))
            for n, part in enumerate(parts)
        ),
    )


def changed_value(value: object, part: int) -> object:
    match value:
        case ev.Charm(seat, charm, draws):
            return ev.Charm(seat, (charm + 1) % 5, draws)
        case ev.Card():
            return ev.Card(f"c{part + 50}")
        case ev.BidValue(amount):
            return ev.BidValue((amount + 1) % 4)
        case _:
            return value


@given(numbers, seats, st.integers(0, 25))
@settings(max_examples=30, deadline=None)
def test_two_worlds_that_differ_in_a_secret_look_alike_to_those_who_may_not_know_it(
    number: int, seats: int, steps: int
) -> None:
    played = under_way(number, seats, steps)
    if played.game.status != "running":
        return
    viewer = 1
    other = other_world(played, viewer)
    assert other.game.parts != played.game.parts
    ours, theirs = (canonical(blanked(copy.deepcopy(each.lines((viewer,))))) for each in (played, other))  # type: ignore[arg-type]
    assert ours == theirs
    here, there = require_state(played.game), require_state(other.game)
    only = frozenset({viewer})
    assert canonical(RULESET.view(here, only)) == canonical(RULESET.view(there, only))
    assert canonical(list(RULESET.legal(here, viewer))) == canonical(list(RULESET.legal(there, viewer)))


@given(numbers, seats, steps)
@settings(max_examples=30, deadline=None)
def test_dry_runs_and_batches_tell_nothing_of_the_seed(number: int, seats: int, steps: int) -> None:
    played = under_way(number, seats, steps)
    if played.game.status != "running":
        return
    game = played.game
    other = replace(game, seed=seed_of(999_999), joint=seed_of(999_998))
    for seat in RULESET.may_act(require_state(game)):
        for body in expand(RULESET, game, seat, 20)[0]:
            command = play.read_command(RULESET, body)
            here, there = (play.act_on_paper(RULESET, world, seat, command) for world in (game, other))
            assert here == there


# ---------------------------------------------------------------- legality

bodies: st.SearchStrategy[JsonObject] = st.one_of(
    st.sampled_from(["roll", "take_card"]).map(lambda name: {"type": name}),
    st.integers(1, 12).map(lambda n: {"type": "show_card", "card": f"c{n:02}"}),
    st.integers(0, 4).map(lambda n: {"type": "offer", "points": n}),
    st.integers(0, 4).map(lambda n: {"type": "bid", "amount": n}),
    st.booleans().map(lambda yes: {"type": "answer_offer", "accept": yes}),
    st.booleans().map(lambda yes: {"type": "answer_challenge", "pay": yes}),
)


@given(numbers, seats, steps, st.lists(bodies, min_size=5, max_size=20))
@settings(max_examples=30, deadline=None)
def test_the_three_laws_of_legality(number: int, seats: int, steps: int, tried: list[JsonObject]) -> None:
    played = under_way(number, seats, steps)
    if played.game.status != "running":
        return
    state = require_state(played.game)
    for seat in range(1, seats + 1):
        options = RULESET.legal(state, seat)
        assert bool(options) == (seat in RULESET.may_act(state))
        for option in options:
            if is_complete(option):
                assert play.is_accepted(RULESET, played.game, seat, option)
        found, _ = expand(RULESET, played.game, seat, 200)
        assert all(any(covers(option, body) for body in found) for option in options)
        for body in tried:
            if accepts(played, seat, body):
                assert any(covers(option, body) for option in options)


def accepts(played: Tiny, seat: int, body: JsonObject) -> bool:
    try:
        play.act_on_paper(RULESET, played.game, seat, play.read_command(RULESET, body))
    except (Violation, Unreadable, NotYourDecision):
        return False
    return True


# ---------------------------------------------------------------- tampering

WHOLE = json.loads(json.dumps(finished(created(RULESET, 3, 5)).lines()))
HEAD = WHOLE[-1]["hash"]

Path = tuple[int | str, ...]


def paths(value: Json, above: Path = ()) -> Iterator[Path]:
    if above:
        yield above
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*above, key))
    elif isinstance(value, list):
        for n, item in enumerate(value):
            yield from paths(item, (*above, n))


PLACES = [(n, path) for n, line in enumerate(WHOLE) for path in paths(line)]

CHANGES: list[Callable[[Json], Json]] = [
    lambda value: None if value is not None else 0,
    lambda value: value + 1 if type(value) is int else "other",
    lambda value: value[:-1] + ("0" if value[-1] != "0" else "1") if isinstance(value, str) and value else 7,
    lambda value: [*value, 0] if isinstance(value, list) else [],
    lambda value: value[1:] if isinstance(value, list) and value else True,
    lambda value: {**value, "surplus": 1} if isinstance(value, dict) else {},
]


def tampered(line: int, path: Path, change: Callable[[Json], Json]) -> list[JsonObject]:
    lines = copy.deepcopy(WHOLE)
    holder = lines[line]
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = change(holder[path[-1]])
    return lines  # type: ignore[no-any-return]


def rehashed(lines: list[JsonObject]) -> list[JsonObject]:
    """The chain made anew, as a forger would who can write the whole log."""
    head, result = bytes(32), []
    for line in lines:
        try:
            head = chained(head, canonical(line["envelope"]))
        except ValueError:
            return lines
        result.append({**line, "hash": head.hex()})
    return result


def test_the_untouched_log_is_good() -> None:
    assert verify(WHOLE, HEAD).is_good


@given(st.sampled_from(PLACES), st.sampled_from(CHANGES))
@settings(max_examples=300, deadline=None)
def test_every_changed_field_is_found(place: tuple[int, Path], change: Callable[[Json], Json]) -> None:
    lines = tampered(*place, change)
    if lines != WHOLE:
        assert not verify(lines, HEAD).is_good
        if place[1][0] != "envelope":
            return
        assert not verify(rehashed(lines), HEAD).is_good


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_every_removal_repetition_and_change_of_order_is_found(data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(WHOLE) - 1))
    m = data.draw(st.integers(0, len(WHOLE) - 1))
    without = [*WHOLE[:n], *WHOLE[n + 1 :]]
    repeated = [*WHOLE[:n], WHOLE[n], *WHOLE[n:]]
    swapped = copy.deepcopy(WHOLE)
    swapped[n], swapped[m] = swapped[m], swapped[n]
    for lines in (without, repeated, *([swapped] if n != m else [])):
        assert not verify(lines, HEAD).is_good
        assert not verify(rehashed(lines), HEAD).is_good


def test_a_log_cut_at_a_commit_is_told_by_the_receipt_alone() -> None:
    last = WHOLE[-1]["envelope"]["command"]["first"]
    assert verify(WHOLE[: last - 1]).is_good
    assert not verify(WHOLE[: last - 1], HEAD).is_good


def test_ids_of_tests_are_version_seven() -> None:
    assert id_of(1).version == 7
