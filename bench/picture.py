"""The picture of docs/performance.md, drawn from bench/results.json: the share of each yardstick.

python -m bench.picture
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results.json"
PICTURE = Path(__file__).parent.parent / "docs" / "performance.svg"
LEFT, WIDTH, LINE = 150, 460, 26  # pixels
FULL = 0.6  # the share of a bare request at the right edge
STYLE = "text{font:13px sans-serif;fill:#24292f}.b{fill:#4d7ea8}.g{stroke:#c0392b;stroke-dasharray:4 3}.n{fill:#57606a}"


def draw(found: Mapping[str, Any]) -> None:
    """Draw a bar for each kind of request, and its goal."""
    bars = [(each["what"], each["of_bare"], each["rate"]) for each in found["http"]]
    commit, height = found["commit"][:7], LINE * (len(bars) + 2)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 110}" height="{height}" role="img">',
        "<title>Requests a second, as a share of those of a bare endpoint</title>",
        f'<style>{STYLE}</style><rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="8" y="18">Answers a second, as a share of a bare endpoint; dashed: the goal ({commit})</text>',
    ]
    for nth, (what, share, rate) in enumerate(bars):
        y, goal = LINE * (nth + 1) + 8, 0.33 if what.startswith("commands") else 0.5
        x, end = LEFT + WIDTH * goal / FULL, LEFT + WIDTH * min(share, FULL) / FULL
        lines += [
            f'<text x="8" y="{y + 14}">{what}</text>',
            f'<rect class="b" x="{LEFT}" y="{y}" width="{end - LEFT:.0f}" height="{LINE - 8}"/>',
            f'<line class="g" x1="{x:.0f}" x2="{x:.0f}" y1="{y - 3}" y2="{y + LINE - 5}"/>',
            f'<text class="n" x="{end + 6:.0f}" y="{y + 14}">{share:.0%}, {rate}/s</text>',
        ]
    PICTURE.write_text("\n".join([*lines, "</svg>"]) + "\n")


if __name__ == "__main__":
    draw(json.loads(RESULTS.read_text()))
