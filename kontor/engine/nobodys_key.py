"""A key that everybody can work out, for files that somebody keeps: their form asks for a signature (Ed25519).

It protects nothing, so that it does no harm that this arithmetic takes no care of who might watch it; and the engine
needs nothing but Python. What servers sign is signed by a library (`kontor.service.signing`).
"""

from collections.abc import Mapping
from hashlib import sha256, sha512

from kontor.domain.kernel.canonical import Json, canonical

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int, int, int]  # extended coordinates

_Y = 4 * pow(5, -1, P) % P


def _x_of(y: int) -> int:
    """The even one of the two x that lie on the curve with this y."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return P - x if x % 2 else x


_BASE: Point = (_x_of(_Y), _Y, 1, _x_of(_Y) * _Y % P)


def _sum(a: Point, b: Point) -> Point:
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    return (f - e) * (h - g) % P, (h + g) * (f + e) % P, (h - g) * (h + g) % P, (f - e) * (f + e) % P


def _times(factor: int) -> bytes:
    """So many times the base point, as RFC 8032 writes points."""
    total: Point = (0, 1, 1, 0)
    step = _BASE
    while factor:
        if factor & 1:
            total = _sum(total, step)
        step, factor = _sum(step, step), factor >> 1
    inverse = pow(total[2], -1, P)
    x, y = total[0] * inverse % P, total[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


class Ed25519:
    """Signs as RFC 8032 says, from the 32 bytes of a private key."""

    def __init__(self, private: bytes) -> None:
        spread = sha512(private).digest()
        self._factor = int.from_bytes(spread[:32], "little") & (1 << 254) - 8 | 1 << 254
        self._prefix = spread[32:]
        self.public = _times(self._factor)

    def sign(self, message: bytes) -> bytes:
        nonce = int.from_bytes(sha512(self._prefix + message).digest(), "little") % ORDER
        point = _times(nonce)
        challenge = int.from_bytes(sha512(point + self.public + message).digest(), "little")
        return point + ((nonce + challenge * self._factor) % ORDER).to_bytes(32, "little")


class NobodysKey:
    """Signs a bundle by a key that follows from the head of its log."""

    key_id = "nobody"

    def __init__(self, head: bytes) -> None:
        self._key = Ed25519(sha256(b"kontor/nobodys-key/1\n" + head).digest())

    def published(self) -> list[dict[str, Json]]:
        public = self._key.public.hex()
        return [{"id": self.key_id, "algorithm": "Ed25519", "public_key": public, "from": "", "until": None}]

    def sign(self, label: bytes, body: Mapping[str, Json]) -> str:
        return self._key.sign(label + canonical(dict(body))).hex()
