#!/usr/bin/env python3
"""Check that rules/README.md is what the rules say; `--write` writes it.

The page is derived from the descriptors in rules/*.cpp and the first paragraph of rules/*.md. The
headings of each page are checked as well: they are fixed, so that a reader finds his way.

Exit status: 0 up to date, 1 not.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "rules"
HEADINGS = ["What it finds", "Why it breaks the graph", "Example", "Use instead", "When it is safe", "See also"]
FAMILIES = {
    "0": "About graphmend itself", "1": "Tensor data decides what Python does", "2": "Side effects",
    "3": "Calls that are not traced", "4": "Shapes that depend on data", "5": "Regions and exceptions",
    "6": "Recompilation and copies", "9": "About the input",
}


def descriptor(path):
    text = path.read_text()

    def field(name):
        match = re.search(rf'\.{name} =\s*((?:"[^"]*"\s*)+),', text)
        return "".join(re.findall(r'"([^"]*)"', match[1])) if match else None

    breaks = re.search(r"kBreaks\[\] = \{([^}]*)\}", text)
    return {"slug": path.stem, "code": field("code"), "name": field("name"), "summary": field("summary"),
            "breaks": re.findall(r"GB\d{4}", breaks[1]) if breaks else []}


def page(rules):
    out = ["# Rules", "", "Written by `ci/check_generated.py --write` from the rules themselves.", "",
           "A rule is two files and one word: `<slug>.cpp` declares it and words its findings, `<slug>.md`",
           "explains it, and its examples run as tests; `meson.build` lists the slug. What breaks and how sure",
           "that is comes from the engine (`src/infer`), what the libraries do from `stubs/`, where a row with",
           "`since` or `before` holds for some releases of torch. `gb_registry.json` has PyTorch's ids and their",
           "titles, `gb_since.txt` the release that each came with; `ci/read_releases.py` writes it.", ""]
    family = None
    for rule in rules:
        if rule["code"][2] != family:
            family = rule["code"][2]
            out += [f"## GM{family}: {FAMILIES[family]}", "", "| code | name | finds | PyTorch's ids |", "|---|---|---|---|"]
        ids = rule["breaks"]
        shown = ", ".join(ids[:4]) + (f" and {len(ids) - 4} more" if len(ids) > 4 else "")
        out.append(f"| {rule['code']} | [{rule['name']}]({rule['slug']}.md) | {rule['summary']} | {shown} |")
        following = rules[rules.index(rule) + 1:][:1]
        if not following or following[0]["code"][2] != family:
            out.append("")
    return "\n".join(out).rstrip() + "\n"


def main():
    rules = sorted((d for p in RULES.glob("*.cpp") if (d := descriptor(p))["code"]), key=lambda d: d["code"])
    problems = []
    registry = re.search(r"^rules = \[(.*?)^\]", (RULES / "meson.build").read_text(), re.M | re.S)
    listed = re.findall(r"'(\w+)'", registry[1])
    for slug in sorted({r["slug"] for r in rules} ^ set(listed)):
        problems.append(f"rules/meson.build and the files differ about {slug}")
    for rule in rules:
        problems += [f"rules/{rule['slug']}.cpp: no {key} is found" for key in rule if rule[key] is None]
        path = RULES / f"{rule['slug']}.md"
        if rule["name"].replace("-", "_") != rule["slug"]:
            problems.append(f"rules/{rule['slug']}.cpp: its name is {rule['name']}")
        if not path.exists():
            problems.append(f"{path.relative_to(ROOT)} is missing")
            continue
        headings = re.findall(r"^## (.+)$", re.sub(r"```.*?```", "", path.read_text(), flags=re.S), re.M)
        if headings != HEADINGS:
            problems.append(f"{path.relative_to(ROOT)}: its headings are {headings}, not {HEADINGS}")
    codes = [rule["code"] for rule in rules]
    problems += [f"two rules have the code {code}" for code in sorted({c for c in codes if codes.count(c) > 1})]

    target = RULES / "README.md"
    wanted = page(rules)
    if "--write" in sys.argv:
        target.write_text(wanted)
    elif not target.exists() or target.read_text() != wanted:
        problems.append("rules/README.md is out of date: run ci/check_generated.py --write")
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{len(rules)} rules, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
