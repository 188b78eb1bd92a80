"""The path of the project, and the path from which processes of tests may import modules."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
IMPORT_PATH = os.pathsep.join(map(str, (ROOT, ROOT / "tests/support/fixed_start")))  # the second one fixes seeds
