#!/usr/bin/env python3
"""Check that every file includes only what the table in src/README.md allows to its folder.

Beyond the table:
  - a rule sees findings of the stages, never the stages at work: only the headers in FOR_RULES
  - names/index is below flow, names/program above it; the headers in LOW are below all stages
  - nothing below src/cli prints, reads the environment or keeps global mutable state
  - headers of an operating system are for src/os alone
  - the interpreter and its values name each case of a switch
  - the interpreter says nothing to users: sentences are made by rules and src/lint
  - paths become text, and text paths, by base/path.h alone, which knows Windows

Exit status: 0 sound, 1 not, one line for each place.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| `([\w/]+)` \|[^|]*\|[^|]*\|([^|]*)\|([^|]*)\|$")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
FOR_RULES = {"lint/rule.h", "lint/conditions.h", "diag/diagnostic.h", "infer/observation.h", "infer/observation_kind.h", "flow/graph.h"}
# Below the rest of their folder: lists of words that lower stages speak of, too.
LOW = {"infer/observation_kind.h", "infer/observations.def", "infer/operation_kind.h", "infer/operations.def"}
def table():
    """{folder: (externals, folders it may include)} from src/README.md."""
    rows = {}
    for line in (ROOT / "src/README.md").read_text().splitlines():
        if match := ROW.match(line):
            words = lambda cell: set(re.findall(r"[\w./+-]+", cell.replace("`", " ")))
            rows[match[1]] = (words(match[2]), words(match[3]))
    return rows


CLI = {"src/cli"}
# What no code does, why, and the folders that may.
FORBIDDEN = [
    (re.compile(r"^\s*default\s*:"), "names no case; what the interpreter leaves out would go without a word",
     set(table()) - {"src/infer", "src/values"}),
    (re.compile(r"\bstd::(cout|cerr|clog|print|println)\b|(?<![\w:])(std::)?(printf|fprintf|puts|fputs|putchar|perror)\s*\("),
     "prints, which only src/cli may", CLI),
    (re.compile(r"\b(secure_)?getenv\s*\(|\bsetenv\s*\(|\benviron\b"), "reads the environment, which only src/cli may",
     CLI | {"src/os"}),
    (re.compile(r"\bthread_local\b(?!\s+const\b)"), "keeps state outside objects", CLI),
    (re.compile(r"^\s*(static|inline)\s+(?!const\b|constexpr\b|constinit\b|inline\b|static\b|assert)[\w:<>,*& ]+\s[\w]+(\[[^\]]*\])?\s*(;|=|\{)"),
     "keeps mutable state outside objects; make it const, or a member", CLI),
    (re.compile(r"(\.|->)(generic_)?string\(\)|\bfs::path\([^)]"), "is not UTF-8 on Windows; base::ToText and base::ToPath are",
     {"src/base", "src/os"}),
    (re.compile(r"\bstd::ranges::"), "is not in the C++ library that the playground is built with; the algorithm of <algorithm> is",
     set()),
]
SENTENCE = re.compile(r'"(?!: )[^"]*[a-z]+ [a-z]+ [a-z]+[^"]*"')
STANDARD = re.compile(r"^[a-z_0-9]+$")


def sources(folder):
    return sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in (".h", ".cpp", ".def"))


def code_lines(text):
    """Lines with comments and string contents blanked."""
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)
    for number, line in enumerate(text.splitlines(), 1):
        blank = re.sub(r'"(\\.|[^"\\])*"', '""', line)
        yield number, line, re.sub(r"//.*", "", blank)


def check_include(folder, path, kind, target, rows):
    externals, allowed = rows[folder]
    own = folder.rsplit("/", 1)[-1]
    name = path.relative_to(ROOT).as_posix()
    if kind == "<":
        if STANDARD.match(target):
            return None
        library = target.split("/")[0].removesuffix(".h").removesuffix(".hpp")
        return None if library in externals else f"includes the library <{target}>, which {folder} may not"
    top = target.split("/")[0]
    if "/" not in target:
        return "includes a file without its folder" if not (path.parent / target).exists() else None
    if top in externals:
        return None
    if folder == "rules" and top != "rules" and target not in FOR_RULES:
        return f'includes "{target}": rules see only {", ".join(sorted(FOR_RULES))}'
    if top == "flow" and name.startswith("src/names/index") or target == "names/program.h" and folder == "src/flow":
        return f'includes "{target}": names/index is below flow, names/program above it'
    if top != own and top not in allowed and target not in LOW:
        return f'includes "{target}", which {folder} may not'
    return None


def main():
    rows = table()
    if len(rows) < 10:
        print("src/README.md: the table of folders was not found")
        return 1
    problems = []
    known = {f"src/{p.name}" for p in (ROOT / "src").iterdir() if p.is_dir()}
    problems += [f"src/README.md: no row for {folder}" for folder in sorted(known - set(rows))]
    for folder in rows:
        for path in sources(folder):
            name = path.relative_to(ROOT).as_posix()
            for number, line, code in code_lines(path.read_text()):
                if match := INCLUDE.match(line):
                    trouble = check_include(folder, path, match[1], match[2], rows)
                    if trouble:
                        problems.append(f"{name}:{number}: {trouble}")
                else:
                    problems += [f"{name}:{number}: {what}" for pattern, what, excused in FORBIDDEN
                                 if folder not in excused and pattern.search(code)]
                    # Lists (.def) document their entries; what begins with a colon completes a failed check.
                    if folder == "src/infer" and path.suffix != ".def" and '""' in code and SENTENCE.search(line):
                        problems.append(f"{name}:{number}: words a sentence; the interpreter gives data, src/lint words")
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{len(rows)} folders, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
