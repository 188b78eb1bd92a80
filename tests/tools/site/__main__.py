"""`make docs`: build the site in build/site/, and pack it for the service, which serves it at /manual/."""

import fcntl
import os
import shutil
import subprocess
import sys

from tests.support.paths import ROOT
from tests.tools.site.packing import packed, without_inline
from tests.tools.site.staging import staged

SITE = ROOT / "build" / "site"
MANUAL = ROOT / "service" / "http" / "manual" / "site.zip"


def main() -> None:
    SITE.parent.mkdir(exist_ok=True)
    with (SITE.parent / "site.lock").open("w") as lock:  # `make run` builds in the background
        fcntl.flock(lock, fcntl.LOCK_EX)
        build()


def build() -> None:
    source = ROOT / "build" / "site-source"
    staged(source)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(SITE)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=True)
    without_inline(SITE)
    for page in source.rglob("*.md"):  # each page as Markdown, too, for programs
        shutil.copy(page, SITE / page.relative_to(source))
    files = packed(SITE, MANUAL)
    print(f"build/site/index.html; {files} files, {MANUAL.stat().st_size // 1000} kB in the service, at /manual/")


if __name__ == "__main__":
    main()
