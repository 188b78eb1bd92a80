"""The notebooks of docs/, executed from their first cell to their last."""

import warnings
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.support.paths import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
GAMES = "GAMES = 100\n"  # as printed: a minute of a processor, for cells that run as well on fewer
FEWER = "GAMES = 3\n"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_runs_and_every_plot_is_drawn(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    notebook: Any = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "results are made, not kept"
    assert sum(GAMES in cell.source for cell in notebook.cells) == 1
    for cell in notebook.cells:
        cell.source = cell.source.replace(GAMES, FEWER)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the machinery that runs cells
        NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    plots = [output for output in shown if "image/png" in output.get("data", {})]
    asked = sum(cell.source.count("plt.show()") for cell in notebook.cells if cell.cell_type == "code")
    assert len(plots) == asked > 0
    assert not [output for output in shown if output.get("name") == "stderr"]
