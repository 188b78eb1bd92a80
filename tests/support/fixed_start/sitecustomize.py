"""Python imports this module at the start of every process whose PYTHONPATH is `tests.support.paths.IMPORT_PATH`. So
the servers that tests start draw fixed seeds, too. A fault campaign also patches modules of Kontor
(tests/faults/patches.py)."""

import os

from tests.support import fixed_seeds

fixed_seeds.install()
if any(name.startswith("FAULTS_PATCH_") for name in os.environ):
    from tests.faults import patches

    patches.install()
