#!/usr/bin/env python3
"""Writes the repository that pre-commit users name: pre_commit_mirror.py FOLDER [VERSION]

pre-commit installs a hook by `pip install` of the repository that holds it, which here would compile
C++ on every machine. The mirror holds the same hooks and an empty package that depends on the wheel.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

PYPROJECT = """\
[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "graphmend-pre-commit"
version = "{version}"
description = "The pre-commit hooks of graphmend"
dependencies = ["graphmend=={version}"]

[tool.setuptools]
py-modules = []
"""

README = """\
# graphmend-pre-commit

```yaml
- repo: https://github.com/graphmend/graphmend-pre-commit
  rev: v{version}
  hooks:
    - id: graphmend-fix # leave it out to be told only
    - id: graphmend
```

`graphmend-fix` fixes what can be fixed with the same results and fails if it changed a file;
`graphmend` reports what is left.

Written by `ci/pre_commit_mirror.py` of graphmend.
"""


def version():
    return re.search(r"^\s*version: '([^']+)'", (ROOT / "meson.build").read_text(), re.M)[1]


def main():
    folder = pathlib.Path(sys.argv[1])
    release = sys.argv[2] if len(sys.argv) > 2 else version()
    folder.mkdir(parents=True, exist_ok=True)
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text()
    (folder / ".pre-commit-hooks.yaml").write_text(hooks)
    (folder / "pyproject.toml").write_text(PYPROJECT.format(version=release))
    (folder / "README.md").write_text(README.format(version=release))
    return 0


if __name__ == "__main__":
    sys.exit(main())
