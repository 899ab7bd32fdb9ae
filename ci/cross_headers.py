"""Libraries that are all headers, so that those of this machine serve a build for any other."""
import pathlib

INCLUDE = pathlib.Path("/usr/include")


def missing(names):
    return [str(INCLUDE / name) for name in names.values() if not (INCLUDE / name).is_dir()]


def provide(folder, names):
    """The libraries apart from the machine's own headers, and what pkg-config shall say of them:
    `names` has pkg-config's name and the folder of each."""
    include = folder / "include"
    include.mkdir(parents=True, exist_ok=True)
    for library, name in names.items():
        link = include / name
        if not link.is_symlink():
            link.symlink_to(INCLUDE / name)
        (folder / f"{library}.pc").write_text(
            f"Name: {library}\nDescription: headers\nVersion: 1\nCflags: -isystem {include}\n")
