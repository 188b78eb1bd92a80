"""develop_ability: develop any one ability (HT-MARKER-9)."""

from kontor.domain.hansa.rulebook import ability
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import ABILITIES, Ability


def decide(state: State, seat: int, wanted: Ability) -> ability.AbilityDeveloped:
    """Develop the ability as the reward of a route would, but in any city (HT-MARKER-9)."""
    number = ABILITIES.index(wanted)
    ability.require_developable(state, seat, number)
    return ability.development(state, seat, number)
