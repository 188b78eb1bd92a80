"""deploy/grafana/kontor.json: whatever it asks Prometheus for, /metrics has."""

import json
import re
from pathlib import Path

from flask import Flask

from kontor.service.jobs.stream_counts import KEY, written
from kontor.service.settings import Settings
from kontor.service.signing.keys import read_keys
from kontor.service.tlog.log import note_signer, sign_checkpoint
from tests.support.callers import Caller, a_game
from tests.support.commands import call
from tests.support.paths import ROOT

DASHBOARD = json.loads((ROOT / "deploy" / "grafana" / "kontor.json").read_text(encoding="utf-8"))
DECLARED = re.compile(r"^# TYPE (\w+) (\w+)$", re.MULTILINE)
SUFFIXES = {"histogram": "_bucket", "counter": "", "gauge": ""}


def test_every_metric_that_it_shows_exists(app: Flask, anna: Caller, roomy: Settings) -> None:
    a_game(anna)
    context = app.extensions["kontor"]
    sign_checkpoint(context.pool, note_signer(read_keys(Path(roomy.signing_keys)), "log.example"))
    context.redis.hset(KEY, "a node", written(1))
    assert call("audit", "db", "--jobs", "1", env=dict(roomy.environment())).exit_code in (0, 1)  # others' games too
    told = {name + SUFFIXES[kind] for name, kind in DECLARED.findall(anna.get("/metrics").text)}
    asked = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", [])]
    assert len(asked) > 20
    assert {name for expr in asked for name in re.findall(r"\bkontor_\w+", expr)} <= told


def test_every_panel_has_a_name_and_a_place_of_its_own() -> None:
    places = [tuple(panel["gridPos"].values()) for panel in DASHBOARD["panels"]]
    assert len(set(places)) == len(places)
    assert all(panel["title"] and (panel["type"] == "row" or panel["description"]) for panel in DASHBOARD["panels"])
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(places)
