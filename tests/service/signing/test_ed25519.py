"""Ed25519: the library checks signatures, unless a program gives another function."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.signing.ed25519 import has_signed, signatures_checked_by

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = PRIVATE.public_key().public_bytes_raw()
SIGNATURE = PRIVATE.sign(b"a text")


@pytest.mark.unit
def test_the_library_checks_signatures() -> None:
    assert has_signed(PUBLIC, SIGNATURE, b"a text")
    assert not has_signed(PUBLIC, SIGNATURE, b"another text")
    assert not has_signed(PUBLIC, SIGNATURE[:-1], b"a text")
    assert not has_signed(PUBLIC[:-1], SIGNATURE, b"a text")


@pytest.mark.unit
def test_another_function_checks_them_within_its_context_only() -> None:
    asked = []

    def check(*words: bytes) -> bool:
        asked.append(words)
        return False

    with pytest.raises(KeyError), signatures_checked_by(check):
        assert not has_signed(PUBLIC, SIGNATURE, b"a text")
        raise KeyError
    assert asked == [(PUBLIC, SIGNATURE, b"a text")]
    assert has_signed(PUBLIC, SIGNATURE, b"a text")
