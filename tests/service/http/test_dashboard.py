"""Dashboard and alert rules of deploy/: whatever they ask Prometheus for, /metrics exports."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import promql_parser as promql
import pytest
import yaml  # type: ignore[import-untyped]  # for this test only
from flask import Flask

from kontor.service.jobs.liveness import beat, report_skew
from kontor.service.jobs.present_seats import STREAMS, count_entry
from kontor.service.settings import Settings
from kontor.service.signing.keys import read_keys
from kontor.service.tlog.log import note_signer
from tests.support.callers import a_game, opened
from tests.support.commands import call
from tests.support.paths import ROOT
from tests.support.signing_log import sign_checkpoint

DASHBOARD = json.loads((ROOT / "deploy" / "grafana" / "kontor.json").read_text(encoding="utf-8"))
PANELS = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", [])]
GROUPS = yaml.safe_load((ROOT / "deploy" / "prometheus" / "alerts.yaml").read_text(encoding="utf-8"))["groups"]
RULES = {rule["alert"]: rule for group in GROUPS for rule in group["rules"]}
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? \S+$", re.MULTILINE)
OF_PROMETHEUS = {"up": {"job", "instance"}}  # which it makes itself when it scrapes


def selectors(expression: str) -> Iterator[promql.VectorSelector]:
    """Return what an expression reads. `$__rate_interval` is Grafana's and becomes a duration before it is sent."""
    found = list[promql.VectorSelector]()

    def note(node: promql.Expr) -> bool:
        if isinstance(node, promql.VectorSelector):
            found.append(node)
        return True

    promql.walk(promql.parse(expression.replace("$__rate_interval", "5m")), note)
    yield from found


@pytest.fixture(scope="module")
def exported(module_app: Flask, module_roomy: Settings) -> dict[str, set[str]]:
    """The samples of /metrics, with their labels, of a server on which everything has happened once."""
    anna = opened(module_app)
    a_game(anna)
    context = module_app.extensions["kontor"]
    sign_checkpoint(context.pool, note_signer(read_keys(Path(module_roomy.signing_keys)), "log.example/v2"))
    context.redis.hset(STREAMS, "a node", count_entry(1))
    beat(context.redis, "relay")
    report_skew(context.redis)
    assert call("audit", "db", "--jobs", "1", env=dict(module_roomy.environment())).exit_code == 0
    return {
        name: set(re.findall(r'(\w+)="', labels or "")) for name, labels in SAMPLE.findall(anna.get("/metrics").text)
    } | OF_PROMETHEUS


@pytest.mark.parametrize("expression", [*PANELS, *(rule["expr"] for rule in RULES.values())])
def test_every_metric_and_label_that_is_asked_for_exists(expression: str, exported: dict[str, set[str]]) -> None:
    asked = list(selectors(expression))
    assert asked
    for selector in asked:
        assert selector.name in exported
        assert {each.name for each in selector.matchers.matchers} <= exported[selector.name]
    grouped = {name.strip() for names in re.findall(r"\bby \(([^)]*)\)", expression) for name in names.split(",")}
    assert grouped <= set[str]().union(*(exported[str(each.name)] for each in asked))


def test_there_is_an_alert_for_each_way_to_fail() -> None:
    asked = {str(each.name) for rule in RULES.values() for each in selectors(rule["expr"])}
    assert asked >= {"up", "kontor_up"}
    assert asked >= {"kontor_follower_lag_seconds", "kontor_job_lag_seconds_bucket", "kontor_oldest_debt_seconds"}
    assert asked >= {"kontor_unsigned_seconds", "kontor_games_damaged"}
    assert asked >= {"kontor_clock_skew_seconds", "kontor_worker_clock_skew_seconds"}
    assert asked >= {"kontor_disk_free_bytes", "kontor_redis_used_bytes", "kontor_redis_max_bytes"}


@pytest.mark.parametrize("name", RULES)
def test_an_alert_has_the_form_of_a_rule(name: str) -> None:
    rule = RULES[name]
    assert rule.keys() - {"for"} == {"alert", "expr", "labels", "annotations"}
    assert rule["labels"]["severity"] in ("warning", "critical")
    assert rule["annotations"].keys() == {"summary", "description"}
    assert re.fullmatch(r"\d+[smh]", rule.get("for", "0s"))
    used = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
    by = {each.strip() for names in re.findall(r"\bby \(([^)]*)\)", rule["expr"]) for each in names.split(",")}
    assert used <= by | OF_PROMETHEUS["up"]


def test_every_panel_has_a_unique_name_and_place() -> None:
    places = [tuple(panel["gridPos"].values()) for panel in DASHBOARD["panels"]]
    assert len(set(places)) == len(places) > 20
    assert all(panel["title"] and (panel["type"] == "row" or panel["description"]) for panel in DASHBOARD["panels"])
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(places)
