"""The engine needs nothing but Python: no other package can even be found while it plays, saves and loads."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PROGRAM = """
import sys

sys.path[:] = [path for path in sys.path if "site-packages" not in path] + [{root!r}]
import kontor

game = kontor.hansa.new(seats=3, board="hansa-3", seed=7)
game.play(game.legal().sample(1)[0])
game.play(game.ask("random"))
game.view(1), game.score(), game.history, game.copy()
game.undo()
game.save({path!r})
assert kontor.load({path!r}).bundle() == game.bundle()
game = kontor.merchants.new(seats=3, seed=7)
game.play(game.ask("greedy"))
try:
    game.play("end_turn")
except kontor.KontorError:
    pass
loaded = {{name.partition(".")[0] for name in sys.modules}}
print(sorted(loaded - set(sys.stdlib_module_names) - {{"kontor", "__main__"}}))
print(sorted(name for name in sys.modules if name.startswith(("kontor.service", "kontor.workers", "kontor.client"))))
"""


@pytest.mark.system
def test_a_game_is_played_saved_and_loaded_with_nothing_but_python(tmp_path: Path) -> None:
    program = PROGRAM.format(root=str(ROOT), path=str(tmp_path / "game.ndjson"))
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[]\n[]\n"
