#!/usr/bin/env python3
"""Check that what torch's operators do is asked of the stubs, not of tables beside them.

In fixes, src/fix and, transfers aside, in src/infer
  - a function of torch is named only where ci/operator_names.txt lists it: what a rewrite is about
    (`torch.bincount` of the rewrite that gives it a size), never what it only meets
  - a constant list of words of which most are functions of torch names them as well
  - in src/fix and src/infer any text that is the name of one does (".detach", "clone"), builtins of
    Python apart: written into code, compared with, or in a list of whatever type

Exit status: 0 sound, 1 not, one line for each place. The list may only shrink, or grow by the
subject of a new rewrite:

    ci/check_operators.py [--write]
"""
import ast
import builtins
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "ci/operator_names.txt"
STUBS = {
    "torch": ["__init__", "_functions", "functional"], "torch.Tensor": ["_tensor"],
    "torch.nn.functional": ["nn/functional"], "torch.linalg": ["linalg/__init__"], "torch.special": ["special"],
}
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
WORDS = re.compile(r"string_view[\w<>, ]*(?:\[\])?\s*=\s*\{((?:\s*\"\w+\"\s*,?){3,})\s*\}")
HEAD = "# Functions of torch that rewrites are about, by file; see ci/check_operators.py.\n"


def operators():
    """Qualified names of torch's functions and of Tensor's methods, as stubs declare them."""
    names = set()
    for owner, files in STUBS.items():
        for file in files:
            for node in ast.parse((ROOT / f"rules/stubs/torch/{file}.pyi").read_text()).body:
                if isinstance(node, ast.FunctionDef):
                    names.add(f"{owner}.{node.name}")
                elif isinstance(node, ast.ClassDef) and node.name == owner.rpartition(".")[2]:
                    names |= {f"{owner}.{n.name}" for n in node.body if isinstance(n, ast.FunctionDef)}
    return names


def sources():
    for folder in ("fixes", "src/fix", "src/infer"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cpp", ".def") and "transfers" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), re.sub(r"//[^\n]*", "", path.read_text())


def spoken(text, words):
    """Names of functions of torch among the texts, without what they are functions of."""
    return {name.removeprefix(".") for name in TEXT.findall(text)} & words


def main():
    known = operators()
    words = {name.removeprefix("torch.Tensor.") for name in known if name.startswith("torch.Tensor.") and "__" not in name}
    all_words = {name.rpartition(".")[2] for name in known if "__" not in name} - set(dir(builtins))
    named, problems = set(), []
    for file, text in sources():
        named |= {(file, name) for name in TEXT.findall(text) if name in known}
        if file.startswith("src/"):
            named |= {(file, word) for word in spoken(text, all_words)}
        for match in WORDS.finditer(text):
            listed = TEXT.findall(match[1])
            if 2 * sum(word in words for word in listed) > len(listed):
                named |= {(file, f"torch.Tensor.{word}") for word in listed if word in words}
    if sys.argv[1:] == ["--write"]:
        LIST.write_text(HEAD + "".join(f"{file} {name}\n" for file, name in sorted(named)))
    listed = {tuple(line.split()) for line in LIST.read_text().splitlines() if not line.startswith("#")}
    problems += [f"{file}: names {name}, which the stubs should describe (or is it what a new rewrite is about?)"
                 for file, name in sorted(named - listed)]
    problems += [f"{LIST.name}: {file} no longer names {name}" for file, name in sorted(listed - named)]
    print("\n".join(problems + [f"{len(listed)} names, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
