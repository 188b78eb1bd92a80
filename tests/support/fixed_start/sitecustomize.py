"""Python imports this at the start of every process whose PYTHONPATH is `tests.support.paths.IMPORT_PATH`: the servers
that tests start draw fixed seeds, too."""

from tests.support import fixed_seeds

fixed_seeds.install()
