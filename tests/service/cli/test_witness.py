"""`kontor witness` as a process: it prints its key, cosigns over HTTP, and remembers after a restart."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from kontor.service.tlog.notes import Checkpoint, VerifierKey
from tests.support.commands import call
from tests.support.grown_logs import GrownLog

pytestmark = pytest.mark.system


@contextmanager
def running(file: Path, *more: str) -> Iterator[tuple[VerifierKey, str]]:
    words = ["witness", str(file), "--port", "0", "--log", str(GrownLog().signer.key), *more]
    process = subprocess.Popen(
        [sys.executable, "-m", "kontor.service.cli", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        key = VerifierKey.read(process.stdout.readline().split()[-1])
        url = next(word for word in process.stdout.readline().split() if word.startswith("http://"))
        yield key, f"{url}/add-checkpoint"
    finally:
        process.terminate()
        process.communicate()


def test_it_cosigns_over_http_and_remembers(tmp_path: Path) -> None:
    file, log = tmp_path / "w.json", GrownLog().grow(3)
    with running(file, "--name", "witness.example/w1") as (key, url), httpx.Client() as client:
        answer = client.post(url, content=log.request(0))
        assert answer.status_code == 200
        assert Checkpoint.signed_by(log.note() + answer.text, key).size == 3
        other = client.post(url, content=GrownLog().grow(4, "other").request(3))
        assert other.status_code == 422
        assert client.post(url.replace("add", "sub"), content=log.request(3)).status_code == 404
        assert client.post(url, content=b"x" * 100_000).status_code == 413
        with closing(HTTPConnection(httpx.URL(url).host, httpx.URL(url).port)) as raw:
            raw.request("POST", "/add-checkpoint", headers={"Content-Length": "9" * 5000})
            with raw.getresponse() as refusal:
                assert refusal.status == 413
    with running(file) as (again, url), httpx.Client() as client:
        assert again == key
        answer = client.post(url, content=log.request(0))
        assert (answer.status_code, answer.text) == (409, "3\n")
        assert answer.headers["Content-Type"] == "text/x.tlog.size"
        assert client.post(url, content=log.grow(1).request(3)).status_code == 200


def test_a_new_witness_needs_a_name(tmp_path: Path) -> None:
    assert "give the new witness a --name" in str(call("witness", str(tmp_path / "w.json")).exception)
    assert "is not a verifier key" in str(
        call("witness", str(tmp_path / "w.json"), "--name", "w", "--log", "x").exception
    )
