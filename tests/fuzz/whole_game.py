"""A whole game over HTTP as a state machine: whatever is done in whatever order, what was told before stays true.

The model is small: where the game stands, the hash of every version, what was seen at each, and the answers that were
given under a key. Everything else is the server's to know, and is compared with these.
"""

import json
from typing import Any
from uuid import UUID

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kontor.domain.kernel.verify import verify

TABLES = (
    ("tiny", "square", 2),
    ("tiny", "square", 3),
    ("hansa", "hansa-45", 4),
    ("hansa", "east", 3),
    ("hansa", "britannia-3", 3),
    ("merchants", "merchants-short", 3),
    ("merchants", "merchants-main", 4),
)
SEEDS = st.integers(0, 1000)
NOT_RIGHT_NOW = {409, 422}

# What no game knows, and what none can mean; each is refused as unreadable.
BROKEN: tuple[Any, ...] = (
    {},
    {"type": "frob"},
    {"type": 7},
    {"type": "take_card", "seat": "one"},
    {"commands": []},
    {"commands": [{}]},
    {"type": None, "dry_run": True},
    [],
    None,
)


class WholeGame(RuleBasedStateMachine):
    """Anna creates it, Ben joins; both play, err, ask again, take back and look back."""

    anna: httpx.Client  # given by whoever runs it
    ben: httpx.Client

    def __init__(self) -> None:
        super().__init__()
        self.hashes: dict[int, str] = {}
        self.seen: dict[int, str] = {}  # state_hash of settled versions, as Anna sees them
        self.answers: dict[str, tuple[httpx.Client, Any, dict[str, str], bytes]] = {}
        self.version, self.status = 0, "open"

    @initialize(table=st.sampled_from(TABLES), open_=st.booleans())
    def create(self, table: tuple[str, str, int], open_: bool) -> None:
        ruleset, board, seats = table
        chairs = [{"kind": "me"}] * (seats - 1) + [{"kind": "open" if open_ else "me"}]
        body = {"ruleset": ruleset, "board": board, "seats": chairs}
        told = self.ask(self.anna, "POST", "/v1/games", 201, json=body).json()
        self.path, self.seats = f"/v1/games/{told['id']}", seats
        self.whose = {seat: self.anna for seat in range(1, seats + 1)} | ({seats: self.ben} if open_ else {})
        self.is_open = open_
        self.look()

    # ---------------------------------------------------------------- what is done

    @precondition(lambda self: self.is_open)
    @rule()
    def join(self) -> None:
        self.ask(self.ben, "POST", f"{self.path}/seats/{self.seats}/join", 201)
        self.is_open = False
        self.look()

    @precondition(lambda self: self.status == "running")
    @rule(pick=SEEDS, seed=SEEDS, expecting=st.booleans(), keyed=st.booleans())
    def act(self, pick: int, seed: int, expecting: bool, keyed: bool) -> None:
        """Whatever is listed is accepted."""
        seat, command = self.legal(pick, seed)
        key = f"key-{self.version}-{len(self.answers)}"
        headers = {"Idempotency-Key": key} if keyed else {}
        headers |= {"If-Match": f'"{self.version}"'} if expecting else {}
        body = {**command, "seat": seat}
        answer = self.ask(self.whose[seat], "POST", f"{self.path}/commands", 201, json=body, headers=headers)
        told = answer.json()
        assert told["version"] > self.version
        assert told["receipt"]["hash"] == told["events"][-1]["hash"]
        assert [each["version"] for each in told["events"]] == list(range(self.version + 1, told["version"] + 1))
        if keyed:
            self.answers[key] = (self.whose[seat], body, headers, answer.content)
        self.look()

    @precondition(lambda self: self.status == "running")
    @rule(pick=SEEDS, seed=SEEDS)
    def try_it_dry(self, pick: int, seed: int) -> None:
        seat, command = self.legal(pick, seed)
        body = {**command, "seat": seat, "dry_run": True}
        told = self.ask(self.whose[seat], "POST", f"{self.path}/commands", 200, json=body).json()
        assert (told["dry_run"], told["version"]) == (True, self.version)

    @precondition(lambda self: bool(self.answers))
    @rule(pick=SEEDS)
    def ask_again(self, pick: int) -> None:
        """The stored answer, byte by byte; with another body it is refused."""
        key = sorted(self.answers)[pick % len(self.answers)]
        who, body, headers, before = self.answers[key]
        again = self.ask(who, "POST", f"{self.path}/commands", 201, json=body, headers=headers)
        assert (again.content, again.headers["Idempotent-Replayed"]) == (before, "true")
        other = {**body, "dry_run": False, "seat": body["seat"] % self.seats + 1}
        refused = self.ask(who, "POST", f"{self.path}/commands", 409, 403, json=other, headers=headers)
        assert refused.status_code == 403 or refused.json()["type"] == "/problems/key-reused"

    @rule(body=st.sampled_from(BROKEN))
    def send_nonsense(self, body: Any) -> None:
        self.ask(self.anna, "POST", f"{self.path}/commands", 400, content=json.dumps(body))

    @precondition(lambda self: self.status == "running")
    @rule(pick=SEEDS, seed=SEEDS)
    def send_out_of_turn(self, pick: int, seed: int) -> None:
        """What another seat may do now, this one may or may not; if not, nothing has happened."""
        seat, command = self.legal(pick, seed)
        other = seat % self.seats + 1
        path, body = f"{self.path}/commands", {**command, "seat": other}
        answer = self.ask(self.whose[other], "POST", path, 201, *NOT_RIGHT_NOW, json=body)
        if answer.status_code == 201:
            self.look()

    @precondition(lambda self: self.version > 1 and self.status == "running")
    @rule(pick=SEEDS, seed=SEEDS)
    def expect_the_past(self, pick: int, seed: int) -> None:
        seat, command = self.legal(pick, seed)
        headers = {"If-Match": f'"{max(self.seen, default=1) - 1}"'}
        body = {**command, "seat": seat}
        told = self.ask(self.whose[seat], "POST", f"{self.path}/commands", 412, json=body, headers=headers).json()
        assert told["current_version"] == self.version

    @precondition(lambda self: self.status == "running")
    @rule(pick=SEEDS)
    def take_back(self, pick: int) -> None:
        """The position is the very one that it was before."""
        seat = pick % self.seats + 1
        path, before = f"{self.path}/undo", self.version
        answer = self.ask(self.whose[seat], "POST", path, 201, *NOT_RIGHT_NOW, json={"seat": seat})
        if answer.status_code == 201:
            event = answer.json()["events"][-1]["envelope"]
            assert (event["type"], event["version"]) == ("commits_undone", before + 1)
            self.look()
            to = event["data"]["to"]
            if to in self.seen:
                assert self.state(self.version)["state"] == self.state(to)["state"]

    # ---------------------------------------------------------------- what is looked at

    @rule(pick=SEEDS)
    def look_back(self, pick: int) -> None:
        version = sorted(self.seen)[pick % len(self.seen)]
        assert self.state(version)["state_hash"] == self.seen[version]

    @rule(after=SEEDS)
    def follow(self, after: int) -> None:
        """A stream tells from where one was, without a gap, up to where the game stands."""
        after %= self.version
        path, accept = f"{self.path}/stream?after={after}", {"Accept": "application/x-ndjson"}
        with self.anna.stream("GET", path, headers=accept) as lines:
            assert lines.status_code in (200, 204), lines.status_code
            expected = after + 1
            for line in lines.iter_lines() if lines.status_code == 200 else ():
                if line:
                    told = json.loads(line)
                    assert (told["version"], told["hash"]) == (expected, self.hashes[expected])
                    expected += 1
                if expected > self.version:
                    break
            assert expected > self.version

    @rule()
    def audit(self) -> None:
        """The whole log, line by line, as anybody may check it."""
        text = self.ask(self.anna, "GET", f"{self.path}/events", 200, headers={"Accept": "application/x-ndjson"}).text
        verdict = verify([json.loads(line) for line in text.splitlines()], self.hashes[self.version])
        assert verdict.is_good, verdict.findings

    @rule()
    def read_on_paper(self) -> None:
        for what in ("score", "story", "board.svg", "board.txt", "head"):
            self.ask(self.anna, "GET", f"{self.path}/{what}", 200, 409)

    @invariant()
    def stands_where_it_was_told(self) -> None:
        if self.version:
            told = self.ask(self.anna, "GET", self.path, 200).json()
            assert (told["version"], told["head"]) == (self.version, self.hashes[self.version])
            assert told["status"] != "running" or set(told["awaiting"]) <= set(range(1, self.seats + 1))
            assert (told["status"] == "running") == bool(told["awaiting"])

    # ---------------------------------------------------------------- the model

    def look(self) -> None:
        """Learn what is new; what is known must be as it was."""
        told = self.ask(self.anna, "GET", f"{self.path}/events?after={self.version}&limit=200", 200).json()
        for item in told["items"]:
            assert item["version"] == self.version + 1
            assert UUID(item["envelope"]["game"]) == UUID(self.path.rpartition("/")[2])
            self.version, self.hashes[item["version"]] = item["version"], item["hash"]
        self.status = told["status"]
        self.seen[self.version] = self.state(self.version)["state_hash"]

    def state(self, version: int) -> Any:
        return self.ask(self.anna, "GET", f"{self.path}/state?version={version}", 200).json()

    def legal(self, pick: int, seed: int) -> tuple[int, Any]:
        """A seat that is awaited, and one of its commands."""
        awaiting = self.ask(self.anna, "GET", self.path, 200).json()["awaiting"]
        seat = awaiting[pick % len(awaiting)]
        path = f"{self.path}/legal-commands?seat={seat}&sample=1&seed={seed}"
        told = self.ask(self.whose[seat], "GET", path, 200).json()
        assert told["version"] == self.version
        return seat, told["commands"][0]

    def ask(self, who: httpx.Client, method: str, path: str, *expected: int, **more: Any) -> httpx.Response:
        answer = who.request(method, path, **more)
        assert answer.status_code in expected, f"{method} {path}: {answer.status_code} {answer.text}"
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json"
        return answer
