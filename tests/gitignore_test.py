"""Patterns mean what git takes them for: random ones, compared with `git check-ignore`.

    gitignore_test.py IGNORED_PATHS [--pairs 20000] [--seed 1]

IGNORED_PATHS is the program built from ignored_paths.cpp. A pair is a file of patterns and a path.
"""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

PATHS = 50  # for each file of patterns
LETTERS = list("aaabbc.-_ 1A:#!") + ["]", "[", "*", "?", "\\", "\t", "\u00e9", "^"]
PIECES = (list("aaabbcc.-_1A:#!^ ") + ["/"] * 6 + ["*"] * 5 + ["**"] * 2 + ["**/"] * 2 + ["/**"] * 2 + ["?"] * 3
          + ["\\", "\\*", "\\ ", "\\!", "\\#", "\\/", "\t", "\u00e9", "[", "]", "[]", "[!]", "[a-c]", "[!a-b]", "[^a]", "[]a]",
             "[a-]", "[-a]", "[b-a]", "[a\\]]", "[\\a-c]", "[a-\\c]", "[[:alpha:]]", "[[:digit:]a]", "[![:punct:]]", "[[:space:]]",
             "[[:upper:][:lower:]]", "[[:word:]]", "[[:a]", "[a-c-e]", "[*]", "[?]", "[/]", "[!/]", "[\\\\]"])


def name(rng):
    while True:
        text = "".join(rng.choice(LETTERS) for _ in range(rng.choice([1, 1, 2, 2, 3, 4])))
        if text not in (".", "..") and not text.lower().startswith(".git"):
            return text


def path(rng):
    return "/".join(name(rng) for _ in range(rng.choice([1, 1, 2, 2, 3, 4])))


def near(rng, given):
    """A pattern made of a path, so that it may match."""
    pieces = list(given)
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        at = rng.randrange(len(pieces) + 1)
        pieces[at:at + rng.choice([0, 1, 1, 2])] = [rng.choice(PIECES)]
    return "".join(pieces)


def line(rng, paths):
    text = near(rng, rng.choice(paths)) if rng.random() < 0.6 else "".join(rng.choice(PIECES) for _ in range(rng.randrange(6)))
    if rng.random() < 0.3:
        text = text.rpartition("/")[2]
    return rng.choice(["", "", "", "", "!", "/", "**/", "#"]) + text + rng.choice(["", "", "", "", "", "/", " ", "\r", "/*", "/**"])


def of_git(folder, text, paths):
    (folder / ".gitignore").write_bytes(text)
    done = subprocess.run(["git", "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"], cwd=folder, input=b"".join(b"./" + p + b"\0" for p in paths),
                          stdout=subprocess.PIPE, env={"PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder)})
    fields = done.stdout.split(b"\0")
    patterns = fields[2::4]
    return "".join("1" if pattern and not pattern.startswith(b"!") else "0" for pattern in patterns)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--pairs", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if not shutil.which("git"):
        print("skipped: no git")
        return 77
    rng = random.Random(arguments.seed)
    cases = []
    for _ in range(max(1, arguments.pairs // PATHS)):
        paths = [path(rng) for _ in range(PATHS)]
        text = "\n".join(line(rng, paths) for _ in range(rng.randrange(1, 5)))
        cases.append((text.encode(), [p.encode() for p in paths]))
    given = b"".join(b"\0".join([str(len(paths)).encode(), text, *paths]) + b"\0" for text, paths in cases)
    ours = subprocess.run([arguments.program], input=given, stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
    ignored = differences = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        subprocess.run(["git", "init", "-q", folder], check=True)
        for (text, paths), answer in zip(cases, ours, strict=True):
            git = of_git(folder, text, paths)
            ignored += git.count("1")
            for each, theirs, own in zip(paths, git, answer, strict=True):
                if theirs != own:
                    differences += 1
                    if differences <= 20:
                        print(f"{text!r} and {each!r}: git says {theirs}, graphmend {own}")
    print(f"{len(cases) * PATHS} pairs, {ignored} of them ignored, {differences} differences")
    # A test of patterns that match nothing would pass as well.
    return 1 if differences or ignored * 20 < len(cases) * PATHS else 0


if __name__ == "__main__":
    sys.exit(main())
