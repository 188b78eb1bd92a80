"""The partitions of `make drill`: which cases a seed gives, what each of them cuts, and the rules that do it."""

import os
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from deploy.drill import __main__ as drill
from deploy.drill import network
from deploy.drill.network import ETCD, FRONT, filter_rules
from deploy.drill.partitions import API_SIDES, DIRECTIONS, ENDINGS, PEERS, Case, cases

pytestmark = pytest.mark.unit

INWARD = {("two", "one"), ("three", "one"), ("two", FRONT), ("three", FRONT)}


def case(peers: str = "standbys", direction: str = "both ways", api_side: str = "the primary") -> Case:
    return Case(peers, direction, api_side, "cancelled", 8)


def test_a_seed_gives_the_same_cases_again() -> None:
    assert cases(20, 1) == cases(20, 1) != cases(20, 2)


@pytest.mark.parametrize("seed", range(20))
def test_every_cut_and_every_way_to_end_sessions_is_tried(seed: int) -> None:
    drawn = cases(18, seed)
    assert len({(each.peers, each.direction, each.api_side) for each in drawn}) == 18
    assert Counter(each.sessions for each in drawn) == dict.fromkeys(ENDINGS, 6)


def test_a_cut_works_in_one_or_both_directions() -> None:
    outward = {(receiver, sender) for sender, receiver in INWARD}
    assert case(direction="to the primary").links("one") == INWARD
    assert case(direction="from the primary").links("one") == outward
    assert case(direction="both ways").links("one") == INWARD | outward


def test_the_api_is_cut_off_from_the_other_side_of_the_cut() -> None:
    assert case("etcd", "to the primary", "the primary").links("two") == {(ETCD, "two"), (ETCD, FRONT)}
    assert case("etcd", "to the primary", "the others").links("two") == {(ETCD, "two"), (FRONT, "two")}


def test_etcd_and_the_standbys_are_on_one_side() -> None:
    links = case("etcd and standbys", "to the primary", "the others").links("three")
    assert links == {(each, "three") for each in ("one", "two", ETCD, FRONT)}


@pytest.mark.parametrize("primary", network.NODES)
@pytest.mark.parametrize("peers", PEERS)
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("api_side", API_SIDES)
def test_standbys_and_etcd_always_reach_each_other(primary: str, peers: str, direction: str, api_side: str) -> None:
    others = {ETCD, *network.NODES} - {primary}
    assert not [link for link in case(peers, direction, api_side).links(primary) if set(link) <= others]


def test_the_receiver_drops_what_it_shall_not_hear() -> None:
    rules = filter_rules([("two", "one"), ("three", "one"), ("one", FRONT)])
    assert set(rules) == {"one", FRONT}
    assert "ip saddr { 192.0.2.2, 192.0.2.3 } drop" in rules["one"]
    assert "ip saddr { 192.0.2.1 } drop" in rules[FRONT]
    assert all("hook input" in each for each in rules.values())
    assert filter_rules([]) == {}


def test_the_drill_skips_partitions_without_root_and_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Started(Exception):
        pass

    def start(home: object, given: object) -> None:
        raise Started(type(given).__name__)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(drill, "missing", list)
    monkeypatch.setattr(drill, "Cluster", start)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    result = CliRunner().invoke(drill.main, [])
    assert result.output.startswith("Partitions need root, to create network namespaces. That part is skipped.")
    assert repr(result.exception) == "Started('Loopback')"
