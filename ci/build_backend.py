"""The PEP 517 backend of this project: meson-python, with the C and C++ libraries at hand.

An sdist brings their sources, so that building it needs nothing but build requirements. In a checkout,
before meson-python builds, the parser's sources are fetched (fetch_deps.py), and where pkg-config
does not know the libraries that Debian ships, Debian's own packages are unpacked into
subprojects/debian, which needs no root. Whatever neither brings, Meson downloads as the wraps say;
so a failure here is only told, and the build goes on.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import fetch_deps
import mesonpy

# pkg-config's name -> Debian's package.
LIBRARIES = {
    "CLI11": "libcli11-dev",
    "RapidJSON": "rapidjson-dev",
    "tomlplusplus": "libtomlplusplus-dev",
    "re2": "libre2-dev",
}
BROUGHT = fetch_deps.SUBPROJECTS.parent / "COMMIT"  # ci/make_sdist.py puts it into an sdist
DEBIAN = fetch_deps.SUBPROJECTS / "debian"


def say(text: str) -> None:
    print(f"graphmend build: {text}", file=sys.stderr, flush=True)


def pkg_config() -> str:
    for name in (os.environ.get("PKG_CONFIG"), "pkg-config", "pkgconf"):
        path = name and shutil.which(name)
        if path:
            return path
    return ""


def known(program: str, library: str) -> bool:
    return bool(program) and subprocess.run([program, "--exists", library]).returncode == 0


def unpack_debian(packages: list) -> None:
    """The packages as files below subprojects/debian, downloaded with the machine's own apt."""
    downloads = DEBIAN / "archives"
    downloads.mkdir(parents=True, exist_ok=True)
    fetch = ["apt-get", "--quiet", "download", *packages]
    if subprocess.run(fetch, cwd=downloads, stdout=sys.stderr).returncode != 0:
        # A fresh container has no package lists, and only root may write the system's.
        lists = DEBIAN / "lists"
        (lists / "partial").mkdir(parents=True, exist_ok=True)
        own_lists = ["-o", f"Dir::State::lists={lists}", "-o", "APT::Sandbox::User="]
        subprocess.run(["apt-get", "--quiet", *own_lists, "update"], stdout=sys.stderr, check=True)
        fetch[1:1] = own_lists
        subprocess.run(fetch, cwd=downloads, stdout=sys.stderr, check=True)
    for archive in downloads.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", archive, DEBIAN], check=True)


def use_debian() -> None:
    """Points pkg-config at subprojects/debian and nothing else."""
    folders = [DEBIAN / "usr/share/pkgconfig", *DEBIAN.glob("usr/lib/*/pkgconfig")]
    os.environ["PKG_CONFIG_LIBDIR"] = os.pathsep.join(map(str, folders))
    os.environ["PKG_CONFIG_SYSROOT_DIR"] = str(DEBIAN)


def prepare(of_systems: bool = False) -> None:
    if BROUGHT.exists():
        return
    try:
        fetch_deps.fetch_all(of_systems)
    except fetch_deps.FetchError as error:
        say(f"{error}\nMeson will try to download it")
    program = pkg_config()
    if program:
        os.environ["PKG_CONFIG"] = program
    if all(known(program, library) for library in LIBRARIES):
        return
    # All of them or none: with a sysroot set, pkg-config would misplace the system's own.
    try:
        if not (DEBIAN / "usr").is_dir():
            unpack_debian(list(LIBRARIES.values()))
        use_debian()
    except (OSError, subprocess.CalledProcessError) as error:
        say(f"no Debian packages ({error}); Meson will try to download the libraries")


def requirements() -> list:
    # An isolated build environment sees neither the pip that runs it nor, often, pkg-config.
    return (["pip"] if not BROUGHT.exists() else []) + ([] if pkg_config() else ["pkgconf"])


def get_requires_for_build_wheel(config_settings=None):
    return mesonpy.get_requires_for_build_wheel(config_settings) + requirements()


def get_requires_for_build_editable(config_settings=None):
    return mesonpy.get_requires_for_build_editable(config_settings) + requirements()


def get_requires_for_build_sdist(config_settings=None):
    return mesonpy.get_requires_for_build_sdist(config_settings) + requirements()


def build_wheel(*arguments, **options):
    prepare()
    return mesonpy.build_wheel(*arguments, **options)


def build_editable(*arguments, **options):
    prepare()
    return mesonpy.build_editable(*arguments, **options)


def build_sdist(*arguments, **options):
    prepare(of_systems=True)
    return mesonpy.build_sdist(*arguments, **options)
