"""An example of each command and event: from the recorded games, else from games played for it, from playouts of the
test worlds, or from prepared positions."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kontor.domain.kernel.commits import SYSTEM, Commit
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.shipped import SHIPPED
from tests.games.recording import FOLDER, Recording
from tests.support.eventful_games import eventful
from tests.support.playouts import walk
from tests.tools.reference import prepared_positions, wanted_events
from tests.worlds import of

Example = dict[str, Any]
SHORT = 700  # characters of an example; the shortest is shown, and the search stops at one of this length


def examples() -> Mapping[str, Mapping[str, Mapping[str, Example]]]:
    """Return the examples by ruleset, `commands` or `events`, and name."""
    return {name: _of_ruleset(name) for name in SHIPPED}


def _of_ruleset(name: str) -> Mapping[str, Mapping[str, Example]]:
    rules = of(name)[0].rules
    found: dict[str, dict[str, Example]] = {"commands": {}, "events": {}}
    for source, commits in _games(name):
        for made in commits:
            if made.command.actor != SYSTEM and made.command.body["type"] in rules.commands:
                _keep(found["commands"], str(made.command.body["type"]), _command(source, made))
            for each in _events(made):
                _keep(found["events"], str(each["type"]), {"game": source, **each})
        if found["commands"].keys() >= rules.commands.keys() and found["events"].keys() >= {
            *rules.events,
            *KERNEL_EVENTS,
        }:
            break
    for kind, example in prepared_positions.events(name):
        found["events"].setdefault(kind, example)
    return {kind: dict(sorted(named.items())) for kind, named in found.items()}


def _games(name: str) -> Iterator[tuple[str, Sequence[Commit[object]]]]:
    for path in sorted((FOLDER / name).glob("*.json")):
        yield path.stem, Recording.load(path).replayed().commits
    for search in wanted_events.searches(name):
        yield search.name, wanted_events.play(search)
    yield "a game to which everything happens", eventful(name).commits
    for world in of(name):
        yield world.name, walk(world).commits


def _keep(found: dict[str, Example], name: str, example: Example) -> None:
    before = found.get(name)
    if before is None or len(json.dumps(before)) > max(SHORT, len(json.dumps(example))):
        found[name] = example


def _command(source: str, made: Commit[object]) -> Example:
    happened = [{"type": each["type"], "data": each["data"]} for each in _events(made)]
    return {"game": source, "actor": made.command.actor, "command": made.command.body, "events": happened}


def _events(made: Commit[object]) -> Iterator[Example]:
    for record in made.records:
        told = json.loads(record.envelope)
        yield {each: told[each] for each in ("type", "actor", "data", "sealed", "opens")}
