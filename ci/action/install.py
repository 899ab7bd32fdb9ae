"""Installs graphmend for the action: its wheel from PyPI, or the source that the action is part of."""
import pathlib
import re
import subprocess
import sys
import venv

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def own_version():
    """The release that this action belongs to."""
    return re.search(r"(?m)^\s*version: '([^']+)'", (SOURCE / "meson.build").read_text(encoding="utf-8"))[1]


def install(folder, version):
    """Makes an environment in the folder and returns the path of its program.

    `version` is a release, "" for the action's own, "source" for what the action was checked out with.
    The wheel alone is taken, for an sdist would be compiled on each run; only where the action's own
    release has none is the source built, and that is said. Ends the process where nothing installs.
    """
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [scripts / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if version != "source":
        wheel = [*pip, "--only-binary", "graphmend", f"graphmend=={version or own_version()}"]
        done = subprocess.run(wheel, capture_output=not version, text=True)
        if done.returncode == 0:
            return scripts / "graphmend"
        if version:
            sys.exit(f"graphmend {version} could not be installed")
        print(f"::notice title=graphmend::there is no wheel of graphmend {own_version()} for this machine; building it takes minutes")
    if subprocess.run([*pip, SOURCE]).returncode != 0:
        sys.exit("graphmend could not be built")
    return scripts / "graphmend"
