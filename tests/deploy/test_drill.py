"""deploy/drill/: its files can be filled in and are believed by the programs they are for; without these it says so."""

import re
import subprocess
from pathlib import Path
from string import Formatter

import pytest
import yaml  # type: ignore[import-untyped]  # for this test only
from click.testing import CliRunner

from deploy.drill import __main__ as drill
from deploy.drill import cluster, serving
from kontor.service.front.haproxy_program import find_program
from kontor.service.registry import Registry
from tests.faults.players import TABLES


@pytest.fixture
def unstarted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> cluster.Cluster:
    """A cluster of which files are written and nothing is started."""
    monkeypatch.setattr(cluster, "_identity", lambda: None)
    monkeypatch.setattr(cluster.Cluster, "_start", lambda self, name, argv: None)
    return cluster.Cluster(tmp_path)


def test_patroni_always_keeps_a_synchronous_standby(unstarted: cluster.Cluster) -> None:
    unstarted.start_node("one")
    told = yaml.safe_load((unstarted.home / "one.yml").read_text())
    shared = told["bootstrap"]["dcs"]
    assert (shared["synchronous_mode"], shared["synchronous_mode_strict"], shared["failsafe_mode"]) == (
        True,
        True,
        True,
    )
    assert shared["loop_wait"] + 2 * shared["retry_timeout"] <= shared["ttl"]  # as Patroni wants it
    assert told["postgresql"]["data_dir"] == str(unstarted.data("one"))


def test_haproxy_believes_its_file(unstarted: cluster.Cluster) -> None:
    unstarted._start_haproxy()
    file = unstarted.home / "haproxy.cfg"
    done = subprocess.run([find_program(), "-c", "-f", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"^    server ", file.read_text(), re.MULTILINE)) == len(cluster.NODES) + 2


@pytest.mark.parametrize("name", ["pgbouncer.ini", "sentinel.conf"])
def test_every_place_in_a_file_is_filled_in(unstarted: cluster.Cluster, name: str) -> None:
    places = {place for _, place, _, _ in Formatter().parse((cluster.HERE / name).read_text()) if place}
    assert places <= {"address", "postgres", "port", "users", "data", "master"}


def test_the_rulesets_of_the_drill_can_be_loaded(unstarted: cluster.Cluster) -> None:
    places = serving.environment(unstarted)["KONTOR_RULESETS"].split(",")
    assert {str(table["ruleset"]) for table in TABLES} <= set(Registry.load(places))


def test_where_packages_are_missing_it_says_which_and_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drill, "missing", lambda: ["patroni", "etcd"])
    result = CliRunner().invoke(drill.main, [])
    assert result.exit_code == 0
    assert result.output.startswith("The drill needs patroni, etcd; on Debian 12: apt-get install patroni ")
