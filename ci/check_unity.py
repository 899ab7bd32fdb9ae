#!/usr/bin/env python3
"""Check that the files of a folder can be compiled as one.

Wheels are built that way (`-Dunity=on`): headers are read once for a folder, and the optimizer sees all
of it. The anonymous namespaces of a folder's files are one there, so a name in them must be unique in
the folder; functions may share one where their parameters differ. Nor may a file bring in a name of
another namespace that a header of the folder gives to a type of its own. The compiler would say so, too,
but only where a wheel is built.

Exit status: 0 sound, 1 not, one line for each place.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple, Optional

ROOT = Path(__file__).resolve().parent.parent
# What is defined at the start of a line, which is where the formatter puts what a namespace has.
TYPE = re.compile(r"^(?:class|struct|union|enum(?: class)?) (\w+)[^;()]*\{")
BROUGHT_IN = re.compile(r"^using ([\w:]+::(\w+));")
ALIAS = re.compile(r"^using (\w+) = (.*)")
VARIABLE = re.compile(r"^(?:inline |static )*(?:constexpr|constinit|const)\b[^()]*?\b(\w+)(?:\[[^\]]*\])*(?: = |\{| =$)")
FUNCTION = re.compile(r"^(?!(?:class|struct|union|enum|using|namespace|return|template|static_assert)\b)[A-Za-z_][\w:<>,*&\[\] ]*[ *&](\w+)\(")
SYSTEMS = ("_posix.cpp", "_windows.cpp")  # never compiled together
PARAMETER = re.compile(r"(?<=[\w>&*\]] )\w+$|(?<=[&*])\w+$")


class Definition(NamedTuple):
    name: str
    kind: str  # the parameters' types of a function, what an alias is for, or "type" or "variable"
    place: str


def parameter_types(text: str) -> str:
    """`(const A& a, std::vector<B> b = {})` -> `const A&,std::vector<B>`."""
    depth = 0
    parts = [""]
    for c in text[text.index("(") + 1:]:
        if c == ")" and depth == 0:
            break
        depth += (c in "(<[{") - (c in ")>]}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    plain = (re.sub(r"\s+", " ", part.split(" = ")[0]).strip() for part in parts)
    return ",".join(PARAMETER.sub("", part).strip() for part in plain)


def definition(lines: list, at: int, place: str) -> Optional[Definition]:
    line = lines[at]
    if match := TYPE.match(line):
        return Definition(match[1], "type", place)
    if match := ALIAS.match(line):
        return Definition(match[1], "alias of " + match[2], place)
    if match := VARIABLE.match(line):
        return Definition(match[1], "variable", place)
    if match := FUNCTION.match(line):
        return Definition(match[1], f"({parameter_types(' '.join(lines[at:at + 8])[match.end() - 1:])})", place)
    return None


def hidden(path: Path) -> list:
    """What the anonymous namespaces of a file define."""
    found = []
    inside = False
    lines = path.read_text().splitlines()
    for at, line in enumerate(lines):
        if line == "namespace {":
            inside = True
        elif line == "}  // namespace":
            inside = False
        elif inside and (new := definition(lines, at, f"{path.relative_to(ROOT)}:{at + 1}")):
            found.append(new)
    return found


def brought_in(folder: Path) -> list:
    """Where a file brings in a name that is a type of the folder's own headers."""
    own = {match[1]: path for path in sorted(folder.glob("*.h")) for line in path.read_text().splitlines()
           if (match := TYPE.match(line))}
    return [f"{path.relative_to(ROOT)}:{at}: brings in `{match[1]}`, and {own[match[2]].relative_to(ROOT)} declares "
            f"another `{match[2]}`; both are one where the folder is compiled as one file"
            for path in sorted(folder.glob("*.cpp")) for at, line in enumerate(path.read_text().splitlines(), 1)
            if (match := BROUGHT_IN.match(line)) and match[2] in own]


def clash(one: Definition, other: Definition) -> bool:
    if one.place.split(":")[0] == other.place.split(":")[0]:
        return False
    both_functions = one.kind.startswith("(") and other.kind.startswith("(")
    if {suffix for place in (one.place, other.place) for suffix in SYSTEMS if suffix in place} == set(SYSTEMS):
        return False
    same_alias = one.kind.startswith("alias") and one.kind == other.kind
    return not same_alias and (not both_functions or one.kind == other.kind)


def main() -> int:
    problems = []
    seen = 0
    # Each rule has a namespace of its own.
    for folder in [*sorted(p for p in (ROOT / "src").iterdir() if p.is_dir()), ROOT / "sarif"]:
        by_name: dict = {}
        problems += brought_in(folder)
        for path in sorted(folder.glob("*.cpp")):
            for new in hidden(path):
                seen += 1
                earlier = by_name.setdefault(new.name, [])
                problems += [f"{new.place}: `{new.name}` is defined at {old.place}, too; both are one where the folder "
                             "is compiled as one file" for old in earlier if clash(new, old)]
                earlier.append(new)
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{seen} definitions, {len(problems)} problems")
    return 1 if problems or seen < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
