"""Signed notes and cosignatures: those of others are understood to the byte, false ones are refused."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.tlog.notes import BadNote, Checkpoint, Note, NoteSigner, VerifierKey
from tests.support.witnesses import Witness

# The example of Go's sumdb/note: key, text and signature.
PETER_PRIVATE = base64.b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
PETER_PUBLIC = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETER_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
PETER_NOTE = (
    f"{PETER_TEXT}\n— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)

# A checkpoint of a public log with signatures of kinds that we do not know, and of public witnesses.
ARCHE = """arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
"""  # noqa: E501  # as it was published
ARCHE_KEY = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
ROOT = "A" * 43 + "="  # 32 zero bytes
REMORA_KEY = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"


def test_a_note_is_signed_like_those_of_other_tools() -> None:
    signer = NoteSigner("PeterNeumann", Ed25519PrivateKey.from_private_bytes(PETER_PRIVATE))
    assert str(signer.key) == PETER_PUBLIC
    assert str(signer.signed(PETER_TEXT)) == PETER_NOTE
    assert Note.read(PETER_NOTE).signatures_by([VerifierKey.read(PETER_PUBLIC)])


def test_a_public_checkpoint_and_its_cosignature_are_understood() -> None:
    found = Checkpoint.signed_by(ARCHE, VerifierKey.read(ARCHE_KEY))
    assert (found.origin, found.size) == ("arche2025h1.staging.ct.transparency.dev", 1432088532)
    assert Checkpoint.signed_by(ARCHE, VerifierKey.read(REMORA_KEY)) == found
    assert str(Note.read(ARCHE)) == ARCHE
    assert found.text == Note.read(ARCHE).text


@pytest.mark.parametrize("key", [ARCHE_KEY, REMORA_KEY])
def test_a_signature_of_another_text_is_refused(key: str) -> None:
    with pytest.raises(BadNote, match="is false"):
        Checkpoint.signed_by(ARCHE.replace("1432088532", "1432088533"), VerifierKey.read(key))


def test_a_cosignature_of_another_time_is_refused() -> None:
    witness, note = Witness(), PETER_NOTE
    signature = Note.read(note + witness.line(note)).signatures_by([witness.key])[0].signature
    assert witness.key.has_signed(PETER_TEXT, signature)
    later = (int.from_bytes(signature[:8]) + 1).to_bytes(8)
    for false in (later + signature[8:], signature[:7], b"", b"\xff" + signature[1:]):
        assert not witness.key.has_signed(PETER_TEXT, false)


def test_unknown_keys_are_passed_over_and_none_left_is_refused() -> None:
    with pytest.raises(BadNote, match="has not signed this"):
        Checkpoint.signed_by(ARCHE, VerifierKey.read(PETER_PUBLIC))


def test_a_checkpoint_of_another_log_is_refused() -> None:
    signer = NoteSigner("one", Ed25519PrivateKey.generate())
    note = str(signer.signed(Checkpoint("another", 1, bytes(32)).text))
    with pytest.raises(BadNote, match="belongs to the log another"):
        Checkpoint.signed_by(note, signer.key)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "no signature\n",
        "text\n\n",
        "text\n\n- name AAAAAAA=\n",
        "text\n\n— name\n",
        "text\n\n— name AAAA\n",
        "text\n\n— na+me AAAAAAA=\n",
        "text\n\n— name AAAAAAA\n",
        "text\n\n— name AAAAAAB=\n",  # the same bytes, written in another way
        "text\n\n— name AAAAAAA=",
        "te\0xt\n\n— name AAAAAAA=\n",
        "te\rxt\n\n— name AAAAAAA=\n",
        "text\n\n" + "— name AAAAAAA=\n" * 101,
    ],
)
def test_an_invalid_note_is_refused(note: str) -> None:
    assert str(Note.read("text\n\n— name AAAAAAA=\n")) == "text\n\n— name AAAAAAA=\n"
    with pytest.raises(BadNote):
        Note.read(note)


@pytest.mark.parametrize(
    "text",
    ["", "a\n", "a\n1\n", f"a\n01\n{ROOT}\n", f"a\n-1\n{ROOT}\n", "a\n1\nAAAA\n", f"\n1\n{ROOT}\n"],
)
def test_an_invalid_checkpoint_is_refused(text: str) -> None:
    assert Checkpoint.read(f"a\n1\n{ROOT}\n") == Checkpoint("a", 1, bytes(32))
    with pytest.raises(BadNote, match="not a checkpoint"):
        Checkpoint.read(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name",
        PETER_PUBLIC.replace("c74f20a3", "c74f20a4"),
        PETER_PUBLIC.replace("PeterNeumann", "Peter Neumann"),
        PETER_PUBLIC[:-4],
        "PeterNeumann+c74f20a3+Axpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    ],
)
def test_an_invalid_key_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        VerifierKey.read(text)
