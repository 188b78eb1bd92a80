"""Names of choices that depend on the position: what a reward brings, and the kind of each bonus marker."""

from collections.abc import Iterator, Mapping
from typing import Any

from kontor.domain.hansa.legal.enumeration import legal_families
from kontor.domain.hansa.legal.families import EstablishFamily
from kontor.domain.hansa.reward_kinds import AbilityReward, OfficeReward, Reward
from kontor.domain.hansa.rulebook.office import empty_office
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import ABILITIES, ALL, COLOURS, VALUES, marker_id
from kontor.domain.kernel.canonical import canonical_text
from kontor.domain.kernel.labels import Names, labels_of, words_of
from kontor.domain.kernel.model import write


def names(state: State, seat: int, language: str, things: Names) -> Names:
    labels = labels_of("kontor.domain.hansa")
    words, values = words_of(labels, language), labels[language]["values"]
    assert isinstance(values, Mapping)
    return dict(_markers(state, seat, words, values)) | dict(_rewards(state, seat, words, values))


def _markers(state: State, seat: int, words: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the id and the name of each marker that the seat can use or place. The kinds of these are public."""
    titles = dict(state.board.blanks)
    plate = state.plate if state.revealed else ()
    for number in (*state.unused[seat], *plate, *filter(None, state.at_route)):
        kind = state.kinds[number - 1]
        yield marker_id(number), words["marker"].format(kind=titles.get(kind) or values.get(kind, kind))


def _rewards(state: State, seat: int, words: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if seat != decider(state):
        return
    for family in legal_families(state, seat):
        if isinstance(family, EstablishFamily):
            for reward in family.rewards:
                if (text := _reward(state, seat, reward, words, values)) is not None:
                    yield f"reward={canonical_text(write(reward))}", text


def _reward(state: State, seat: int, reward: Reward, words: Mapping[str, Any], values: Mapping[str, Any]) -> str | None:
    match reward:
        case OfficeReward(_, city, _):
            number = state.board.city_named[city]
            office = state.board.cities[number].offices[empty_office(state, number)]
            text = words["office_points" if office.coin else "office"]
            return str(text.format(colour=values[COLOURS[office.privilege]], city=city, coin=office.coin))
        case AbilityReward(_, _, ability):
            track = ABILITIES.index(ability)
            level = state.levels[seat][track]
            was, is_ = (words["all"] if each == ALL else each for each in VALUES[track][level : level + 2])
            return str(words["level"].format(ability=values[ability], was=was, **{"is": is_}))
        case _:
            return None
