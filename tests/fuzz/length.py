"""How long: a few seconds as a part of `make test`, or as long as `make fuzz` takes."""

import os

LONG = bool(os.environ.get("FUZZ_LONG"))
