"""What the program itself says: rules, findings, fixes. Whatever the site shows of it comes from here."""

import functools
import json
import os
import re
import subprocess

_FIX = re.compile(r"^  (?:cell \d+, )?line (\d+): (\w+) (.+)$", re.MULTILINE)


class ProgramError(Exception):
    pass


def run(*arguments, text="", folder=None, good=(0, 1)):
    """(standard output, standard error). Settings of whoever builds the site do not count."""
    program = os.environ["GRAPHMEND_PROGRAM"]
    done = subprocess.run(
        [program, *arguments], input=text, capture_output=True, encoding="utf-8", cwd=folder, check=False
    )
    if done.returncode not in good:
        raise ProgramError(f"graphmend {' '.join(arguments)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout, done.stderr


@functools.lru_cache(None)
def rules():
    """As `graphmend rules --output-format json` has them, by code."""
    found = json.loads(run("rules", "--output-format", "json", good=(0,))[0])["rules"]
    return {rule["code"]: rule for rule in found}


@functools.lru_cache(None)
def fixes():
    """As `graphmend fixes --output-format json` has them, by name."""
    return json.loads(run("fixes", "--output-format", "json", good=(0,))[0])["fixes"]


def explain(name):
    return run("explain", name, good=(0,))[0]


def fixed(code):
    """(diff, [(line, rule, title), …], findings) of a Python file, unsafe fixes among them."""
    options = ("--isolated", "--no-environment")
    diff, said = run("check", *options, "--diff", "--unsafe-fixes", "--show-fixes", "-", text=code)
    applied = [(int(line), rule, title) for line, rule, title in _FIX.findall(said)]
    return diff, applied


def findings(code):
    return json.loads(run("check", "--isolated", "--no-environment", "-o", "json", "-", text=code)[0])
