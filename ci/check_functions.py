#!/usr/bin/env python3
"""Check that functions stay short and simple: at most 60 lines, cyclomatic complexity at most 20.

Measured with lizard. What is in a lambda counts to the function around it, so that splitting a
function into lambdas gains nothing; each `case` of a `switch` counts. A function is as long as what
is read: from its signature to its closing brace, comments and all. Code that lizard sees in no
function, such as a lambda that initialises a constant, is one more function for each file,
"(outside functions)", which nobody may have.

ci/function_exceptions.txt lists the offenders that were there when the check began, one for each
line: path, lines, complexity, function. The list may only shrink. It is an error that
  - an offender is not listed,
  - a listed function is longer or more complex than listed,
  - an entry is listed and no longer needed.

    ci/check_functions.py             checks; exit status 0 sound, 1 not, 77 without lizard
    ci/check_functions.py --shrink    drops entries that are no longer needed and lowers figures
"""
import collections
import pathlib
import re
import sys

try:
    import lizard
except ImportError:
    print("lizard is missing: ci/setup --tools installs it")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "ci/function_exceptions.txt"
PLACES = ["src", "sarif", "rules", "fixes", "tests/harness", "tests/unit", "tests"]
MOST_LINES = 60
MOST_COMPLEXITY = 20
OUTSIDE = "(outside functions)"
# `T&& x` is a reference, which lizard takes for an `and`.
REFERENCE = re.compile(r"(?<=[\w>])&&(?=[ ,)>.])")
RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.S)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
STATEMENT = re.compile(r"\b(?:return\b(?! +[=;])|(?:if|for|while|switch) \()")

Function = collections.namedtuple("Function", "name line lines complexity")


def blank(match):
    """As many lines, without what was in them."""
    return '"' + "\n" * match[0].count("\n") + '"'


def name_of(function, lines):
    """The qualified name; what a macro such as TEST_CASE makes is told apart by its argument."""
    name = function.name.removeprefix("graphmend::").replace(" ", "")
    said = re.search(rf"\b[A-Z_]+\((\".*?\")", lines[function.start_line - 1])
    return f"{name} {said[1]}" if said else name


def stray_code(text, seen):
    """Numbers of lines with statements that are in no function; macros are no functions."""
    text = STRING.sub('""', RAW_STRING.sub(blank, text))
    stray, in_macro = [], False
    for number, line in enumerate(text.splitlines(), 1):
        in_macro = in_macro or line.lstrip().startswith("#")
        code = line.split("//")[0]
        if number not in seen and not in_macro and STATEMENT.search(code):
            stray.append(number)
        in_macro = in_macro and line.endswith("\\")
    return stray


def functions(path):
    text = path.read_text()
    lines = text.splitlines()
    measured = lizard.analyze_file.analyze_source_code(str(path), REFERENCE.sub("& ", text))
    seen = set()
    for f in measured.function_list:
        seen.update(range(f.start_line, f.end_line + 1))
        yield Function(name_of(f, lines), f.start_line, f.end_line - f.start_line + 1,
                       f.cyclomatic_complexity)
    if stray := stray_code(text, seen):
        yield Function(OUTSIDE, stray[0], len(stray), 0)


def offends(f):
    return f.lines > MOST_LINES or f.complexity > MOST_COMPLEXITY or f.name == OUTSIDE


def offenders():
    """{(path, function): its overloads that offend, the worst first}."""
    found = collections.defaultdict(list)
    for place in PLACES:
        files = (ROOT / place).glob("*.cpp") if place == "tests" else (ROOT / place).rglob("*")
        for path in sorted(files):
            if path.suffix in (".h", ".cpp"):
                for f in filter(offends, functions(path)):
                    found[path.relative_to(ROOT).as_posix(), f.name].append(f)
    for overloads in found.values():
        overloads.sort(key=lambda f: (-f.complexity, -f.lines))
    return found


def listed():
    """{(path, function): [(lines, complexity)…], the worst first}; what stands above the list."""
    entries, above = collections.defaultdict(list), []
    for line in LIST.read_text().splitlines():
        if line.startswith("#") or not line.strip():
            above.append(line)
            continue
        path, lines, complexity, name = line.split(None, 3)
        entries[path, name].append((int(lines), int(complexity)))
    for figures in entries.values():
        figures.sort(key=lambda figure: (-figure[1], -figure[0]))
    return entries, above


def compare(found, entries):
    """What is wrong, one line each."""
    for (path, name), overloads in found.items():
        figures = entries.get((path, name), [])
        for i, f in enumerate(overloads):
            what = f"{path}:{f.line}: {name} has {f.lines} lines and a complexity of {f.complexity}"
            if i >= len(figures):
                yield f"{what}; at most {MOST_LINES} and {MOST_COMPLEXITY} are allowed"
            else:
                lines, complexity = figures[i]
                if f.lines > max(lines, MOST_LINES) or f.complexity > max(complexity, MOST_COMPLEXITY):
                    yield f"{what}; it was listed with {lines} and {complexity}"
    for (path, name), figures in entries.items():
        for _ in figures[len(found.get((path, name), [])):]:
            yield f"ci/function_exceptions.txt: {path} {name}: no longer needed; run ci/check_functions.py --shrink"


def shrink(found, entries, above):
    rows = []
    for (path, name), figures in entries.items():
        for f, (lines, complexity) in zip(found.get((path, name), []), figures):
            rows.append((path, name, min(lines, f.lines), min(complexity, f.complexity)))
    width = max((len(path) for path, *_ in rows), default=0)
    text = [f"{path:{width}} {lines:3} {complexity:3}  {name}" for path, name, lines, complexity in sorted(rows)]
    LIST.write_text("\n".join(above + text) + "\n")


def main():
    found = offenders()
    entries, above = listed()
    if sys.argv[1:] == ["--shrink"]:
        shrink(found, entries, above)
        entries, _ = listed()
    elif sys.argv[1:]:
        sys.exit(__doc__)
    problems = list(compare(found, entries))
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{sum(map(len, entries.values()))} exceptions, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
