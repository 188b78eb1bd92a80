"""Traces: one request is one trace, from the caller's span through statements and commit to the bots' job; off, nothing
of it is even imported."""

import subprocess
import sys

import httpx
import pytest

from kontor.service import tracing
from kontor.service.settings import Settings
from tests.support.api_processes import environment
from tests.support.bot_games import wait_until
from tests.support.trace_receiver import Collector, Span
from tests.support.traced_up import TracedUp

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CALLER = "00f067aa0ba902b7"

pytestmark = pytest.mark.xdist_group("traced")


BOT_JOBS = {"job bots", "job prompt"}  # of an account that has had its share of bot time, and of one that has not


def waited_for(collector: Collector, name: str, trace: str) -> list[Span]:
    wait_until(lambda: bool(collector.named(name, trace)), 60)
    return collector.named(name, trace)


def _below(collector: Collector, above: str, name: str, trace: str) -> list[Span]:
    """Spans whose parent has another name."""
    parents = {each.id for each in collector.named(above, trace)}
    return [each for each in collector.named(name, trace) if each.parent in parents]


def test_one_request_is_one_trace_to_the_end(traced: TracedUp) -> None:
    address, collector, hook = traced.url, traced.collector, traced.hook
    key = httpx.post(f"{address}/v1/accounts", json={"name": "Anna"}).json()["api_key"]
    with httpx.Client(base_url=f"{address}/v1", headers={"Authorization": f"Bearer {key}"}) as anna:
        made = anna.post("/webhooks", json={"url": hook.url, "types": ["game.ended"]})
        assert made.status_code == 201, made.text
        seats = [{"kind": "bot", "bot": "random"}] * 2
        asked = {"ruleset": "tiny", "board": "square", "seats": [{"kind": "me"}, *seats[:1]]}
        answer = anna.post("/games", json=asked, headers={"traceparent": f"00-{TRACE}-{CALLER}-01"})
        assert answer.status_code == 201, answer.text
        version, trace, span, flags = answer.headers["traceparent"].split("-")
        assert (version, trace, flags) == ("00", TRACE, "01")
        assert anna.post(f"/games/{answer.json()['id']}/abort", json={}).status_code in (201, 202)
    wait_until(lambda: bool(collector.named("POST /v1/games", TRACE) and collector.named("commit", TRACE)))
    (request,) = collector.named("POST /v1/games", TRACE)
    assert (request.id, request.parent) == (span, CALLER)
    assert (request.facts["http.route"], request.facts["http.response.status_code"]) == ("/v1/games", "201")
    (commit,) = [each for each in collector.named("commit", TRACE) if each.parent == request.id]
    assert commit.facts["kontor.game"] == answer.json()["id"]
    statements = collector.named("statement create", TRACE)
    assert [each.parent for each in statements] == [commit.id]
    assert statements[0].facts["db.system.name"] == "postgresql"


def test_the_job_of_a_bot_continues_the_trace(traced: TracedUp) -> None:
    address, collector = traced.url, traced.collector
    key = httpx.post(f"{address}/v1/accounts", json={"name": "Ben"}).json()["api_key"]
    trace = TRACE[::-1]
    bots = [{"kind": "bot", "bot": "random"}] * 2
    asked = {"ruleset": "tiny", "board": "square", "seats": bots}
    headers = {"Authorization": f"Bearer {key}", "traceparent": f"00-{trace}-{CALLER}-01"}
    answer = httpx.post(f"{address}/v1/games", json=asked, headers=headers)
    assert answer.status_code == 201, answer.text
    (request,) = waited_for(collector, "POST /v1/games", trace)
    wait_until(lambda: any(_below(collector, job, "commit", trace) for job in BOT_JOBS), 60)
    assert request.id in {each.parent for job in BOT_JOBS for each in collector.named(job, trace)}
    assert {each.facts["kontor.game"] for each in collector.named("commit", trace)} == {answer.json()["id"]}


def test_a_webhook_call_is_a_span_without_its_address(traced: TracedUp) -> None:
    address, collector, hook = traced.url, traced.collector, traced.hook
    key = httpx.post(f"{address}/v1/accounts", json={"name": "Cara"}).json()["api_key"]
    with httpx.Client(base_url=f"{address}/v1", headers={"Authorization": f"Bearer {key}"}) as cara:
        hidden = f"{hook.url}?token=canary-in-an-address"
        assert cara.post("/webhooks", json={"url": hidden, "types": ["game.ended"]}).status_code == 201
        game = cara.post("/games", json={"ruleset": "tiny", "board": "square", "seats": [{"kind": "me"}] * 2}).json()
        assert cara.post(f"/games/{game['id']}/abort", json={}).status_code in (201, 202)
    wait_until(lambda: bool(collector.named("webhook")), 60)
    assert not [each for each in collector.bytes if b"canary-in-an-address" in each or key.encode() in each]


def test_an_invalid_traceparent_is_ignored(traced: TracedUp) -> None:
    address = traced.url
    for given in ("", "00-zz-zz-01", f"00-{'0' * 32}-{CALLER}-01", "x" * 5000):
        answer = httpx.get(f"{address}/v1/games", headers={"traceparent": given})
        assert answer.status_code == 200, answer.text
        assert TRACE not in answer.headers["traceparent"]


def test_off_nothing_of_it_is_imported(settings: Settings) -> None:
    """In a process as granian loads it."""
    script = (
        "import sys, kontor.workers.jobs; from kontor.service.front.request_process import load_app; load_app(); "
        "print('opentelemetry.exporter' in sys.modules)"
    )
    off = {name: value for name, value in environment(settings).items() if not name.startswith("OTEL_")}
    done = subprocess.run([sys.executable, "-c", script], env=off, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_tracing_is_on_if_an_endpoint_is_set() -> None:
    assert not tracing.is_wanted({})
    assert tracing.is_wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"})
    assert not tracing.is_wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318", "OTEL_SDK_DISABLED": "true"})


def test_without_the_packages_it_says_so_and_works_on(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr(tracing, "find_spec", lambda name: None)
    assert not tracing.begin()
    assert "kontor[traces]" in "".join(capfd.readouterr())
    assert tracing.span("anything") is tracing.NOTHING
    assert tracing.traceparent() is None
