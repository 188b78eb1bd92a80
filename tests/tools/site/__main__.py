"""`make docs`: build the site in build/site/, and pack it into the service, which shows it at /manual/."""

import os
import subprocess
import sys

from tests.support.paths import ROOT
from tests.tools.site.packing import packed, without_inline
from tests.tools.site.staging import staged

SITE = ROOT / "build" / "site"
MANUAL = ROOT / "service" / "http" / "manual" / "site.zip"


def main() -> None:
    staged(ROOT / "build" / "site-source")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(SITE)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=True)
    without_inline(SITE)
    files = packed(SITE, MANUAL)
    print(f"build/site/index.html; {files} files, {MANUAL.stat().st_size // 1000} kB in the service, at /manual/")


if __name__ == "__main__":
    main()
