"""Files for `kontor audit verify` and for the verifier page, which must give the same report."""

import gzip
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kontor.domain.kernel.canonical import NotCanonical
from kontor.service.settings import Settings
from kontor.service.signing.receipts import Signer
from tests.domain.kernel.test_bot_check import played_by_bots
from tests.service.audit.test_mutations import game, mutations
from tests.support.archives import archive_of
from tests.support.bundles import bundle_of, key, receipt_of
from tests.support.commands import call
from tests.support.rulesets import SHIPPED
from tests.vectors.make import HERE

ENVIRONMENT = {"KONTOR_RULESETS": ",".join(Settings().rulesets)}
SIGNER, OTHER = Signer([key(1)]), Signer([key(2)])
VECTORS = (
    *("bundles", "histories", "refusals", "witnesses"),
    *("forged", "forged-additions", "forged-abandoned", "forged-abandoned-while-open"),
)


@dataclass(frozen=True, slots=True)
class Files:
    """Names of files in one folder. All files of `games` are checked with the same keys, policy and receipts."""

    games: Sequence[str]
    keys: str | None = None
    policy: str | None = None
    receipts: Sequence[str] = ()
    bots: bool = False


def command_reports(files: Files) -> list[tuple[int, str]]:
    """Return exit code and output of `kontor audit verify` for each game. The folder must be the current directory."""
    words = [] if files.keys is None else ["--keys", files.keys]
    words += [] if files.policy is None else ["--witnesses", files.policy]
    words += [word for name in files.receipts for word in ("--receipt", name)] + ["--bots"] * files.bots
    found = [call("audit", "verify", name, *words, env=ENVIRONMENT) for name in files.games]
    return [(each.exit_code, without_seconds(each.output.removesuffix("\n"))) for each in found]


def without_seconds(report: str) -> str:
    return re.sub(r"in \d+\.\d s$", "in … s", report, flags=re.MULTILINE)


# ---------------------------------------------------------------- files


def vector_files(name: str, folder: Path) -> list[Files]:
    """Write all cases of a file of test vectors. Cases with the same keys, policy and receipts are one group."""
    vectors = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    base = (HERE / vectors["base"]).read_text(encoding="utf-8").splitlines()
    (folder / "keys.json").write_text(json.dumps({"keys": vectors.get("keys", [])}))
    groups: dict[str, tuple[Any, list[str]]] = {}
    for number, case in enumerate(vectors["cases"]):
        lines = (base[each - 1] if isinstance(each, int) else each for each in case["lines"])
        (folder / f"{number}.ndjson").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        is_trusted = case.get("trusted", "keys" in vectors)
        given = (is_trusted, case.get("policy"), case.get("receipts", []))
        groups.setdefault(json.dumps(given), (given, []))[1].append(f"{number}.ndjson")
    return [_group(folder, vectors, number, *group) for number, group in enumerate(groups.values())]


def _group(folder: Path, vectors: Any, number: int, given: Any, games: list[str]) -> Files:
    is_trusted, policy, receipts = given
    if policy is not None:
        (folder / f"policy-{number}").write_text(vectors["policies"][policy])
    names = [f"receipt-{number}-{nth}.json" for nth in range(len(receipts))]
    for name, receipt in zip(names, receipts, strict=True):
        (folder / name).write_text(json.dumps(receipt))
    return Files(games, "keys.json" if is_trusted else None, policy and f"policy-{number}", names)


def refused_policies(folder: Path) -> list[Files]:
    """Write the invalid policies of the test vectors."""
    refused = json.loads((HERE / "witnesses.json").read_text(encoding="utf-8"))["refused"]
    for number, case in enumerate(refused):
        (folder / f"refused-{number}").write_text(case["text"])
    (folder / "bundle.ndjson").write_bytes((HERE / "bundle.ndjson").read_bytes())
    return [Files(["bundle.ndjson"], policy=f"refused-{number}") for number in range(len(refused))]


def forged_games(ruleset: str, folder: Path) -> list[Files]:
    """Write a game, and forgeries of it whose digests, hashes and signatures fit. Only the rules find most of them."""
    played = game(ruleset, "finished")
    (folder / "keys.json").write_text(json.dumps({"keys": SIGNER.published()}))
    (folder / "receipt.json").write_text(json.dumps(receipt_of(played, SIGNER)))
    texts = [bundle_of(played, SIGNER), *_forgeries(ruleset)]
    for number, text in enumerate(texts):
        (folder / f"{number}.ndjson").write_bytes(text)
    return [Files([f"{number}.ndjson" for number in range(len(texts))], "keys.json", None, ["receipt.json"])]


def _forgeries(ruleset: str) -> Iterator[bytes]:
    for mutation in mutations(ruleset, "finished", True):
        try:
            yield bundle_of(game(ruleset, "finished"), SIGNER, mutation.lines)
        except (KeyError, TypeError, ValueError, NotCanonical):
            continue  # it cannot be written as a bundle


def bot_games(folder: Path) -> list[Files]:
    """Write a game of bots, and one with other commands in their names. Its notes tell, but every command is legal."""
    (folder / "keys.json").write_text(json.dumps({"keys": SIGNER.published()}))
    for name, nth in (("bots.ndjson", 0), ("other.ndjson", 1)):
        (folder / name).write_bytes(bundle_of(played_by_bots(nth), SIGNER))
    return [Files(["bots.ndjson", "other.ndjson"], "keys.json", bots=bots) for bots in (True, False)]


def odd_files(folder: Path) -> list[Files]:
    """Write files of every other kind: packed, cut off, unsigned, too large, and files that are no bundle."""
    played = [game(ruleset, "finished") for ruleset in SHIPPED]
    whole = bundle_of(played[0], SIGNER)
    lines = whole.splitlines(keepends=True)
    contents = {
        "game.ndjson": whole,
        "game.ndjson.gz": gzip.compress(whole),
        "cut.ndjson": b"".join(lines[:-3]),
        "cut.ndjson.gz": gzip.compress(whole)[:-20],
        "log.ndjson": b"".join(lines[2:-2]),
        "page.ndjson": b"".join(lines[2:40]),
        "unsigned.ndjson": bundle_of(played[0], None),
        "letter.txt": b"Dear auditor\n",
        "nothing.txt": b"",
        "bytes": bytes(range(256)),
        "empty-lines.gz": gzip.compress(b"\n" * 1_000_000),
        "bomb.gz": gzip.compress(b"x" * 1024**2, 1) * 257,
        "keys.json": json.dumps({"keys": SIGNER.published()}).encode(),
        "other.json": json.dumps({"keys": OTHER.published()}).encode(),
        "receipt.json": json.dumps(receipt_of(played[0], SIGNER, 3)).encode(),
        "wrong.json": json.dumps({**receipt_of(played[0], SIGNER, 3), "version": 4}).encode(),
        "stray.json": json.dumps({**receipt_of(played[0], SIGNER, 3), "game": str(played[0].game.seed)}).encode(),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    archive_of(folder / "archive.zst", SIGNER, played)
    archive_of(folder / "unsigned.zst", None, played)
    games = [*list(contents)[:12], "archive.zst", "unsigned.zst"]
    return [
        Files(games),
        Files(games, "keys.json", receipts=["receipt.json"]),
        Files(["game.ndjson", "archive.zst"], "other.json", receipts=["receipt.json", "wrong.json"]),
        Files(["archive.zst"], "keys.json", receipts=["stray.json"]),
        Files(["game.ndjson"], "letter.txt"),
        Files(["game.ndjson"], "keys.json", "letter.txt"),
        Files(["game.ndjson"], "keys.json", receipts=["letter.txt"]),
    ]
