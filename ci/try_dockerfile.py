#!/usr/bin/env python3
"""Runs the steps of packaging/Dockerfile without a container engine: try_dockerfile.py FOLDER CONTEXT

FOLDER gets a root file system for each stage, made by debootstrap where it is not there yet; the steps run
in them by chroot. Needs root and debootstrap. CONTEXT is a folder with the wheel, as `ci/build_wheel.py` makes
it. The time of each step is printed, and at the end the image's entry point checks the examples.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMAGES = {"debian:bookworm-slim": "bookworm"}
PASSED_ON = [name for name in os.environ if name.startswith(("PIP_", "NPM_CONFIG_", "SSL_CERT_"))]


@dataclass
class Stage:
    image: str
    name: str
    steps: list = field(default_factory=list)  # (instruction, its text)


def stages(text: str) -> list:
    """The stages of a Dockerfile; comments and the ends of continued lines are taken out."""
    found = []
    text = re.sub(r"(?m)^#.*\n", "", text)
    for line in re.sub(r"\\\n", " ", text).splitlines():
        if not line.strip():
            continue
        word, _, rest = line.partition(" ")
        if word == "FROM":
            image, _, name = rest.partition(" AS ")
            found.append(Stage(image.strip(), name.strip()))
        else:
            found[-1].steps.append((word, rest.strip()))
    return found


def inside(root: Path, path: str) -> Path:
    return root / path.lstrip("/")


class Engine:
    def __init__(self, folder: Path, context: Path):
        self.folder, self.context = folder, context
        self.roots = {}  # by the name of the stage

    def make_root(self, stage: Stage) -> Path:
        root = self.folder / (stage.name or "image")
        if not root.exists():
            base = self.folder / "base"
            if not base.exists():
                subprocess.run(["debootstrap", "--variant=minbase", IMAGES[stage.image], base], check=True, stdout=subprocess.DEVNULL)
            subprocess.run(["cp", "--archive", "--reflink=auto", base, root], check=True)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        for mine in ("/etc/hosts", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt"):
            if os.path.exists(mine):
                inside(root, mine).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(mine, inside(root, mine))
        self.roots[stage.name] = root
        return root

    def run(self, root: Path, words: list, user: str = "root", workdir: str = "/") -> None:
        environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
        environment.update({name: os.environ[name] for name in PASSED_ON})
        # bash of the new root changes into the folder, as the user has it there.
        script = f"cd {shlex.quote(workdir)} && exec {shlex.join(words)}"
        subprocess.run(["chroot", f"--userspec={user}", root, "sh", "-c", script], check=True, env=environment)

    def copy(self, root: Path, text: str) -> None:
        words = text.split()
        source = self.context
        if words[0].startswith("--from="):
            source = self.roots[words.pop(0).removeprefix("--from=")]
        *names, target = words
        for name in names:
            path, place = inside(source, name), inside(root, target)
            if path.is_dir():
                shutil.copytree(path, place, dirs_exist_ok=True, symlinks=True)
            else:
                place = place / path.name if target.endswith("/") else place
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, place)

    def build(self, stage: Stage) -> dict:
        """Runs a stage; what its last USER, WORKDIR, ENTRYPOINT and CMD are."""
        root, state = self.make_root(stage), {"USER": "root", "WORKDIR": "/"}
        for word, text in stage.steps:
            start = time.monotonic()
            if word == "RUN":
                self.run(root, ["sh", "-c", text], state["USER"], state["WORKDIR"])
            elif word == "COPY":
                self.copy(root, text)
            elif word == "WORKDIR":
                inside(root, text).mkdir(parents=True, exist_ok=True)
                state[word] = text
            else:
                state[word] = text
            print(f"{time.monotonic() - start:6.1f} s  {word} {text[:80]}", flush=True)
        return state


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("context", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    engine = Engine(arguments.folder.resolve(), arguments.context.resolve())
    for stage in stages((ROOT / "packaging/Dockerfile").read_text(encoding="utf-8")):
        state = engine.build(stage)
    image = engine.roots[""]
    shutil.copytree(ROOT / "examples", image / "io", dirs_exist_ok=True)  # what --volume mounts
    entry = json.loads(state["ENTRYPOINT"])
    engine.run(image, [*entry, "--version"], state["USER"], state["WORKDIR"])
    engine.run(image, [*entry, *json.loads(state["CMD"]), "--exit-zero", "-o", "concise"], state["USER"], state["WORKDIR"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
