"""Signatures of receipts and bundles, checked with public keys alone."""

import re
from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from kontor.domain.kernel.canonical import Json, JsonObject, canonical

PUBLIC = re.compile("[0-9a-f]{64}").fullmatch  # one way to write it
SIGNATURE = re.compile("[0-9a-f]{128}").fullmatch

Keys = Mapping[str, bytes]  # id → public key


def keys_of(listed: Json) -> Keys:
    """The keys of a list as `/.well-known/kontor-keys.json` and every bundle hold it; ValueError if it is none."""
    if not isinstance(listed, list | tuple):
        raise ValueError("keys are a list")
    return dict(_key(each) for each in listed)


def _key(listed: Json) -> tuple[str, bytes]:
    if not isinstance(listed, Mapping):
        raise ValueError("a key is an object")
    name, algorithm, public = listed.get("id"), listed.get("algorithm"), listed.get("public_key")
    if algorithm != "Ed25519" or not isinstance(name, str) or not isinstance(public, str) or not PUBLIC(public):
        raise ValueError("a key has an id, the algorithm Ed25519 and a public_key of 64 hex digits")
    return name, bytes.fromhex(public)


def is_unsigned(listed: Keys, last: JsonObject) -> bool:
    """As files are that somebody keeps (docs/audit.md): no keys are listed in it, and its last line names none."""
    return not listed and not {"key", "signature"} & last.keys()


def flaw_of(signed: JsonObject, label: bytes, keys: Keys) -> str | None:
    """What is wrong with the signature of an object; None if one of these keys made it."""
    name, signature = signed.get("key"), signed.get("signature")
    if not isinstance(name, str) or not isinstance(signature, str) or not SIGNATURE(signature):
        return "it names no key and signature"
    if name not in keys:
        return f"key {name} is not among the keys given"
    body = {field: value for field, value in signed.items() if field != "signature"}
    try:
        Ed25519PublicKey.from_public_bytes(keys[name]).verify(bytes.fromhex(signature), label + canonical(body))
    except (InvalidSignature, ValueError):
        return f"the signature was not made by key {name}"
    return None
