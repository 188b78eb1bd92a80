"""Pack the built site into one file, under a strict policy: inline scripts and styles become files."""

import hashlib
import re
import zipfile
from pathlib import Path

INLINE = re.compile(r"<script>(.+?)</script>|<style>(.+?)</style>", re.DOTALL)
LEFT_OUT = (".map", ".xml", ".xml.gz")
NOT_SERVED = ("404.html",)
EPOCH = (2020, 1, 1, 0, 0, 0)  # so that the same pages always give the same file


def without_inline(site: Path) -> None:
    for page in site.rglob("*.html"):
        depth = len(page.relative_to(site).parts) - 1
        page.write_text(
            INLINE.sub(lambda found, up="../" * depth: _as_file(site, found, up), page.read_text("utf-8")),  # type: ignore[misc]  # bound
            encoding="utf-8",
        )


def _as_file(site: Path, found: "re.Match[str]", up: str) -> str:
    """Return the tag that loads it instead."""
    kind, text = ("js", found[1]) if found[1] else ("css", found[2])
    name = f"assets/inline/{hashlib.sha256(text.encode()).hexdigest()[:16]}.{kind}"
    (site / name).parent.mkdir(parents=True, exist_ok=True)
    (site / name).write_text(text, encoding="utf-8")
    return f'<script src="{up}{name}"></script>' if kind == "js" else f'<link rel="stylesheet" href="{up}{name}">'


def packed(site: Path, target: Path) -> int:
    """Write the files of a site into one archive and return their number. A server may read the old one meanwhile."""
    files = [each for each in sorted(site.rglob("*")) if each.is_file() and _is_served(each)]
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for each in files:
            entry = zipfile.ZipInfo(each.relative_to(site).as_posix(), EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, each.read_bytes())
    part.replace(target)
    return len(files)


def _is_served(path: Path) -> bool:
    is_foreign = "lunr" in path.parts  # search data for other languages
    return not is_foreign and not path.name.endswith(LEFT_OUT) and path.name not in NOT_SERVED
