"""The verifier page, opened from disk in a real browser: it reports what `kontor audit verify` reports, and sends no
request. `make verifier-page` builds it."""

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.pages.test_looks import AXE, AXE_RUN, LOOKS
from tests.support.paths import ROOT
from tests.support.rulesets import SHIPPED
from tests.support.verifying import (
    VECTORS,
    Files,
    bot_games,
    command_reports,
    forged_games,
    odd_files,
    refused_policies,
    vector_files,
    without_seconds,
)
from tests.tools.verifier_page import BUILT
from tests.vectors.make import HERE

PATIENCE = 240_000  # milliseconds for starting Python or for a group of files, on a busy machine

# Ways to reach another computer. The worker inherits the policy of the page.
ATTEMPTS = """async (address) => {
    const refused = [];
    document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
    await fetch(address).catch(() => {});
    navigator.sendBeacon(address);
    new Image().src = address;
    try { new WebSocket(address.replace("http", "ws")); } catch {}
    try { new EventSource(address); } catch {}
    for (const [kind, name] of [["script", "src"], ["iframe", "src"], ["link", "href"]]) {
        const element = Object.assign(document.createElement(kind), { rel: "stylesheet", [name]: address });
        document.body.append(element);
    }
    const form = Object.assign(document.createElement("form"), { action: address });
    document.body.append(form);
    form.submit();
    const script = `fetch("${address}").then(() => postMessage("sent"), () => postMessage("refused"))`;
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    const answer = await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
    for (let round = 0; refused.length < 9 && round < 200; round++) await new Promise((done) => setTimeout(done, 50));
    return [answer, refused.sort()];
}"""
REFUSED = [
    *["connect-src"] * 4,
    "form-action",
    "frame-src",
    "img-src",
    "script-src-elem",
    "style-src-elem",
]


class Verifier:
    """The page, as a person uses it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.goto(BUILT.as_uri())
        self.says("Ready. Drop a bundle.")

    def says(self, text: str) -> None:
        expect(self.page.get_by_role("status")).to_have_text(text, timeout=PATIENCE)

    def reports(self, files: Files, folder: Path) -> list[tuple[int, str]]:
        """Give files to the page, and return the exit code and the text of each report."""
        self._choose("Public keys of the server", [files.keys] if files.keys else [], folder)
        self._choose("Policy about witnesses", [files.policy] if files.policy else [], folder)
        self._choose("Receipts", files.receipts, folder)
        self.page.get_by_label("Let bots choose again").set_checked(files.bots)
        self.page.evaluate("document.getElementById('reports').replaceChildren()")
        self._choose("Bundles to check", [], folder)  # else choosing the same files again is no change
        self._choose("Bundles to check", files.games, folder)
        expect(self.page.get_by_role("article")).to_have_count(len(files.games), timeout=PATIENCE)
        self.says("Done.")
        found: list[list[Any]] = self.page.get_by_role("article").evaluate_all(
            "(all) => all.map((each) => [Number(each.dataset.code), each.querySelector('pre').textContent])"
        )
        return [(code, without_seconds(text)) for code, text in reversed(found)]

    def _choose(self, label: str, names: Any, folder: Path) -> None:
        self.page.get_by_label(label).set_input_files([folder / name for name in names])


def open_verifier(context: BrowserContext, console: list[str]) -> Verifier:
    page = context.new_page()
    page.on("console", lambda message: console.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: console.append(f"pageerror: {error}"))
    return Verifier(page)


@pytest.fixture(scope="module", autouse=True)
def _built() -> None:
    if not BUILT.exists():
        pytest.skip("the verifier page is not built: make verifier-page")


@pytest.fixture(scope="module")
def verifier(browser: Browser) -> Iterator[Verifier]:
    context, console = browser.new_context(), list[str]()
    yield open_verifier(context, console)
    context.close()
    assert console == []


def simple_files(folder: Path) -> None:
    """Write a signed bundle, its keys, a game that was played by the rules, and files that are no bundles."""
    bundle = (HERE / "bundle.ndjson").read_bytes()
    (folder / "bundle.ndjson").write_bytes(bundle)
    (folder / "cut.ndjson").write_bytes(bundle[:20_000])
    (folder / "letter.txt").write_text("Dear auditor\n")
    (folder / "keys.json").write_text(
        json.dumps({"keys": json.loads((HERE / "bundles.json").read_text(encoding="utf-8"))["keys"]})
    )
    (folder / "recorded.gz").write_bytes((ROOT / "domain" / "hansa" / "recorded.ndjson.gz").read_bytes())


def compare(verifier: Verifier, groups: list[Files], folder: Path) -> set[int]:
    """Compare the reports of the page and the command for all files. Return the exit codes that occurred."""
    codes = set()
    for files in groups:
        expected = command_reports(files)
        assert verifier.reports(files, folder) == expected
        codes |= {code for code, _ in expected}
    return codes


@pytest.mark.parametrize("name", VECTORS)
def test_every_vector_gets_the_report_of_the_command(
    verifier: Verifier, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(verifier, vector_files(name, tmp_path), tmp_path) >= {1}


def test_invalid_policies_get_the_report_of_the_command(
    verifier: Verifier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(verifier, refused_policies(tmp_path), tmp_path) == {2}


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_forgeries_that_fit_get_the_report_of_the_command(
    verifier: Verifier, ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(verifier, forged_games(ruleset, tmp_path), tmp_path) == {0, 1}


def test_bots_choose_again_as_they_do_for_the_command(
    verifier: Verifier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(verifier, bot_games(tmp_path), tmp_path) == {0}
    assert "decisions of bots were repeated" in verifier.reports(bot_games(tmp_path)[0], tmp_path)[0][1]


def test_packed_damaged_and_strange_files_get_the_report_of_the_command(
    verifier: Verifier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(verifier, odd_files(tmp_path), tmp_path) == {0, 1, 2, 3}


def test_a_dropped_file_is_checked_at_once(verifier: Verifier, tmp_path: Path) -> None:
    verifier.reports(Files(["bundle.ndjson"]), HERE)
    before = verifier.page.get_by_role("article").all_text_contents()
    verifier.page.evaluate("document.getElementById('reports').replaceChildren()")
    verifier.page.evaluate(
        """([target, name, text]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], name));
            const event = (kind) => new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
            const at = document.getElementById(target);
            for (const kind of ["dragenter", "dragover", "drop"]) at.dispatchEvent(event(kind));
        }""",
        ["games-hint", "bundle.ndjson", (HERE / "bundle.ndjson").read_text(encoding="utf-8")],
    )
    expect(verifier.page.get_by_role("article")).to_have_count(1, timeout=PATIENCE)
    verifier.says("Done.")
    after = verifier.page.get_by_role("article").all_text_contents()
    assert [without_seconds(each) for each in after] == [without_seconds(each) for each in before]


def test_a_long_check_shows_progress_and_can_be_stopped(verifier: Verifier, tmp_path: Path) -> None:
    """Python runs in a worker, so the page answers meanwhile."""
    simple_files(tmp_path)
    many = [f"{number}.gz" for number in range(100)]
    for name in many:
        (tmp_path / name).write_bytes((tmp_path / "recorded.gz").read_bytes())
    page = verifier.page
    page.get_by_label("Bundles to check").set_input_files([tmp_path / name for name in many])
    expect(page.get_by_role("status")).to_contain_text("Deciding commands again", timeout=PATIENCE)
    assert page.get_by_role("progressbar").is_visible()
    assert page.get_by_role("button", name="Check again").is_disabled()
    page.get_by_role("button", name="Stop").click()
    verifier.says("Ready. Drop a bundle.")
    assert page.get_by_role("article").count() < len(many)
    assert [code for code, _ in verifier.reports(Files(["bundle.ndjson"], "keys.json"), tmp_path)] == [0]


def test_a_file_that_exhausts_the_stack_does_not_break_the_page(
    browser: Browser, tmp_path: Path, console: list[str]
) -> None:
    """The command refuses such a file by itself. In a browser, Python ends, and the page starts it again."""
    (tmp_path / "nested.ndjson").write_bytes(b"[" * 1_000_000)
    simple_files(tmp_path)
    context = browser.new_context()
    verifier = open_verifier(context, console)
    nested, bundle = verifier.reports(Files(["nested.ndjson", "bundle.ndjson"]), tmp_path)
    assert nested[0] == 2
    assert nested[1].startswith("nested.ndjson: The check broke off: ")
    assert bundle[0] == 3
    console.clear()  # Python reports its end
    context.close()


# ---------------------------------------------------------------- no requests


class Listener:
    """A proxy that answers nothing, and remembers the first line of everything that it hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.called = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return  # closed
            threading.Thread(target=self._hear, args=(connection,), daemon=True).start()

    def _hear(self, connection: socket.socket) -> None:
        """A browser may open a connection before it needs it, and send nothing."""
        with connection:
            self.heard.append(connection.recv(4096).decode(errors="replace").partition("\r\n")[0])
            self.called.set()

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    found = Listener()
    yield found
    found.close()


def test_the_page_sends_no_request(browser: Browser, listener: Listener, tmp_path: Path, console: list[str]) -> None:
    """All traffic of the browser goes to a proxy that listens, that of the loopback address included."""
    context = browser.new_context(proxy={"server": listener.url, "bypass": "<-loopback>"})
    requests: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    verifier = open_verifier(context, console)
    simple_files(tmp_path)
    reports = verifier.reports(Files(["bundle.ndjson", "recorded.gz"], "keys.json"), tmp_path)
    assert [code for code, _ in reports] == [0, 3]
    assert [each for each in requests if not each.startswith("blob:null/")] == [BUILT.as_uri()]
    assert listener.heard == []

    assert verifier.page.evaluate(ATTEMPTS, "http://kontor.example/secret") == ["refused", REFUSED]
    assert listener.heard == []
    console.clear()  # the browser reports each refusal

    free = context.new_page()  # without the policy, the proxy would have heard it
    (tmp_path / "free.html").write_text("<!doctype html><title>Free</title>")
    free.goto((tmp_path / "free.html").as_uri())
    free.evaluate("void fetch('http://kontor.example/secret', { mode: 'no-cors' }).catch(() => {})")
    assert listener.called.wait(60)
    assert listener.heard[0] == "GET http://kontor.example/secret HTTP/1.1"
    context.close()


# ---------------------------------------------------------------- looks


@pytest.mark.parametrize("look", LOOKS)
def test_the_page_is_readable_and_accessible(browser: Browser, look: str, tmp_path: Path, console: list[str]) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not here: cd tests/browser && npm ci")
    context = browser.new_context(**LOOKS[look])
    verifier = open_verifier(context, console)
    simple_files(tmp_path)
    reports = verifier.reports(
        Files(["bundle.ndjson", "letter.txt", "cut.ndjson", "recorded.gz"], "keys.json"), tmp_path
    )
    assert [code for code, _ in reports] == [0, 2, 1, 3]
    verifier.page.evaluate(AXE.read_text())
    assert verifier.page.evaluate(AXE_RUN) == []
    wide = verifier.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "the page is wider than its window"
    context.close()
