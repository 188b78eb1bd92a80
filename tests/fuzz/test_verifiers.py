"""Two verifiers, in Python and in Node, are given the same damaged bundles of both rulesets: they find the same flaws.

Bytes are scratched anywhere, and what a forger would change is changed, with digests, hashes and signature made to fit.
The rules are not asked, since Node has none.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kontor.domain.kernel.canonical import NotCanonical
from kontor.service.audit.bundle import NotReadable, check_bundle, read_bundle
from tests.fuzz.length import LONG
from tests.service.audit.test_mutations import SIGNER, Mutation, game, mutations
from tests.support.bundles import bundle_of
from tests.support.rulesets import SHIPPED
from tests.support.served_games import Served
from tests.support.verifier_mjs import NEEDS_NODE, node

SCRATCHES = 2000 if LONG else 60
FORGERIES = 12  # of them in the short form; in the long one all
LETTERS = '0123456789abcdefA=+/ —\\"{}[],:.\t\x00'

Lines = list[str]


def scratched(base: Lines, luck: random.Random) -> Lines:
    """A letter more, less or other; a line gone, doubled or moved."""
    lines, place = list(base), luck.randrange(len(base))
    at = luck.randrange(len(lines[place]))
    match luck.randrange(8):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, lines[place])
        case 2:
            lines.insert(luck.randrange(len(lines)), lines.pop(place))
        case 3:
            lines[place] = lines[place][:at]
        case 4:
            lines[place] = lines[place][:at] + lines[place][at + 1 :]
        case _:
            lines[place] = lines[place][:at] + luck.choice(LETTERS) + lines[place][at + luck.randrange(2) :]
    return lines


def bundled(played: Served, forgeries: list[Mutation]) -> Iterator[Lines]:
    for mutation in forgeries:
        try:
            yield text_lines(bundle_of(played, SIGNER, mutation.lines))
        except (KeyError, TypeError, ValueError, NotCanonical):
            continue  # it cannot even be written down


def text_lines(bundle: bytes) -> Lines:
    return bundle.decode().removesuffix("\n").split("\n")


def case_of(base: Lines, lines: Lines) -> dict[str, Any] | None:
    """As the test vectors have it: a number stands for a line of the base. What Python finds is expected of Node; None
    if it is no bundle at all."""
    places = {line: number for number, line in enumerate(base, 1)}
    try:
        outcome = check_bundle(read_bundle("".join(f"{line}\n" for line in lines).encode()), {}, None, [])
    except NotReadable:
        return None
    flaws: dict[str, int | None] = {}
    for flaw in outcome.findings:
        flaws.setdefault(flaw.check, flaw.version)
    told = {"trusted": False, "receipts": [], "flaws": flaws, "logged": outcome.logged}
    return {"lines": [places.get(line, line) for line in lines], **told}


@NEEDS_NODE
@pytest.mark.parametrize("ruleset", SHIPPED)
@pytest.mark.parametrize("log", ["finished", "eventful"] if LONG else ["eventful"])
def test_both_verifiers_find_the_same(ruleset: str, log: str, tmp_path: Path) -> None:
    luck = random.Random(f"{ruleset} {log}")
    base = text_lines(bundle_of(game(ruleset, log), SIGNER))
    forgeries = [each for refitted in (False, True) for each in mutations(ruleset, log, refitted)]
    chosen = bundled(game(ruleset, log), forgeries if LONG else luck.sample(forgeries, FORGERIES))
    tried = [case_of(base, lines) for lines in [*chosen, *(scratched(base, luck) for _ in range(SCRATCHES))]]
    cases = [case for case in tried if case is not None]
    (tmp_path / "base.ndjson").write_text("".join(f"{line}\n" for line in base), encoding="utf-8")
    vectors = {"base": "base.ndjson", "keys": [], "cases": cases}
    (tmp_path / "bundles.json").write_text(json.dumps(vectors), encoding="utf-8")
    done = node("vectors", str(tmp_path))
    assert done.stdout == f"bundles.json: agrees in all {len(cases)} cases.\n", done.stderr
    assert sum(bool(case["flaws"]) for case in cases) > len(tried) // 2
