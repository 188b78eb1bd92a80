"""Receipts: which bytes are signed, once and for all (docs/log-format.md)."""

from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.signing.receipt_formats import FIELDS, REFUSAL_FIELDS, SEED_FIELDS, digest_of
from kontor.service.signing.receipts import Signer
from tests.support.bundles import MADE_AT, key
from tests.support.playing import created, id_of, seed_of
from tests.tiny import RULESET

NEW, OLD = key(1), key(2)


def require_signed(label: str, text: str, receipt: dict[str, Any]) -> None:
    public = Ed25519PrivateKey.from_private_bytes(NEW.private).public_key()
    public.verify(bytes.fromhex(receipt["signature"]), (label + text).encode())


def test_the_bytes_of_a_receipt() -> None:
    game = created(RULESET, 2, 1).game
    receipt = Signer([NEW, OLD]).receipt(game, str(id_of(9)))
    text = (
        f'{{"at":"{game.at}","command":"{id_of(9)}","format":"kontor-receipt/1","game":"{game.id}",'
        f'"hash":"{game.head.hex()}","key":"{NEW.id}","version":{game.version}}}'
    )
    require_signed("kontor/receipt/1\n", text, receipt)
    assert receipt.keys() == {*FIELDS, "signature"}


def test_the_bytes_of_a_receipt_of_a_seed() -> None:
    receipt = Signer([NEW, OLD]).seed_receipt(id_of(1), seed_of(1), MADE_AT, "2026-02-01T01:00:00.000Z")
    text = (
        f'{{"at":"{MADE_AT}","commitment":"{seed_of(1).hex()}","expires_at":"2026-02-01T01:00:00.000Z",'
        f'"format":"kontor-seed-receipt/1","game":"{id_of(1)}","key":"{NEW.id}"}}'
    )
    require_signed("kontor/seed-receipt/1\n", text, receipt)
    assert receipt.keys() == {*SEED_FIELDS, "signature"}


def test_the_bytes_of_a_signed_refusal() -> None:
    game = created(RULESET, 2, 1).game
    sent = {"seat": 1, "body": {"type": "show_card", "card": "c99"}}
    receipt = Signer([NEW, OLD]).refusal(game, [sent], "TINY-4", "not_held", MADE_AT)
    commands = '{"commands":[{"body":{"card":"c99","type":"show_card"},"seat":1}],'
    hashed = f'kontor/refused-commands/1\n{commands}"game":"{game.id}","version":{game.version}}}'
    text = (
        f'{{"at":"{MADE_AT}","code":"not_held","digest":"{sha256(hashed.encode()).hexdigest()}",'
        f'"format":"kontor-refusal/1","game":"{game.id}","hash":"{game.head.hex()}","key":"{NEW.id}",'
        f'"rule":"TINY-4","version":{game.version}}}'
    )
    require_signed("kontor/refusal/1\n", text, receipt)
    assert receipt.keys() == {*REFUSAL_FIELDS, "commands", "signature"}


def test_the_digest_covers_game_version_and_all_commands() -> None:
    one: Any = {"seat": 1, "body": {"type": "roll"}}
    game = "019b76da-a800-7000-8000-000000000001"
    digests = [digest_of(game, 7, [one]), digest_of(game, 8, [one]), digest_of(game[:-1] + "2", 7, [one])]
    digests += [digest_of(game, 7, [one, one]), digest_of(game, 7, [{**one, "seat": 2}])]
    assert len(set(digests)) == len(digests)
