#!/usr/bin/env python3
"""Check that what is derived from other files is what they say; `--write` writes it.

rules/README.md comes from the descriptors in rules/*.cpp and the first paragraph of rules/*.md, and
fixes/README.md from the declarations in fixes/*.cpp. The headings of each page are checked as well:
they are fixed, so that a reader finds his way. The words of
stubs, in docs/stubs.md and rules/stubs/graphmend/__init__.pyi, come from src/models/*.def and
src/infer/*.def.

Exit status: 0 up to date, 1 not.
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "rules"
FIXES = ROOT / "fixes"
PROMISES = {"Safe": "safe", "Unsafe": "unsafe", "Either": "safe or unsafe"}
HEADINGS = ["What it finds", "Why it breaks the graph", "Example", "Use instead", "When it is safe", "See also"]
FAMILIES = {
    "0": "About graphmend itself", "1": "Tensor data decides what Python does", "2": "Side effects",
    "3": "Calls that are not traced", "4": "Shapes that depend on data", "5": "Regions and exceptions",
    "6": "Recompilation and copies", "9": "About the input",
}


def field(text, name):
    """The text that a declaration gives to this field; None where it has none."""
    match = re.search(rf'\.{name} =\s*((?:"[^"]*"\s*)+),', text)
    return "".join(re.findall(r'"([^"]*)"', match[1])) if match else None


def descriptor(path):
    text = path.read_text()
    breaks = re.search(r"kBreaks\[\] = \{([^}]*)\}", text)
    return {"slug": path.stem, "code": field(text, "code"), "name": field(text, "name"), "summary": field(text, "summary"),
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


def fixes():
    """What fixes/*.cpp declare, by slug."""
    kinds = {}
    for path in sorted(RULES.glob("*.cpp")):
        for kind in re.findall(r"\.on = lint::kOn<(\w+)>", path.read_text()):
            kinds.setdefault(kind, []).append(descriptor(path))
    found = []
    for path in sorted(FIXES.glob("*.cpp")):
        text = path.read_text()
        summary = field(text, "summary")
        if summary is None:  # what several fixes share
            continue
        answers = re.findall(r"ObservationKind::(\w+)", re.search(r"kAnswers\[\] = \{([^}]*)\}", text)[1])
        mends = {rule["code"] for kind in answers for rule in kinds.get(kind, [])}
        found.append({"slug": path.stem, "summary": summary,
                      "promise": re.search(r"\.promise = Promise::(\w+)", text)[1], "mends": sorted(mends)})
    return found


def fix_table(found):
    out = ["# Fixes", "", "Written by `ci/check_generated.py --write` from the fixes themselves.", "",
           "A fix is two files and one word: `<slug>.cpp` declares it and makes it, `<slug>.md` explains it, and its",
           "examples run as tests; `meson.build` lists the slug. What they are made with, and how to write one, is in",
           "[src/fix](../src/fix/README.md); what they promise, in [docs/fixing.md](../docs/fixing.md).", "",
           "| fix | does | promise | findings |", "|---|---|---|---|"]
    for fix in found:
        name = fix["slug"].replace("_", "-")
        out.append(f"| [{name}]({fix['slug']}.md) | {fix['summary']} | {PROMISES[fix['promise']]} | {', '.join(fix['mends'])} |")
    return "\n".join(out) + "\n"


def wrong_about_fixes(found):
    listed = re.findall(r"(?m)^  '(\w+)',", (FIXES / "meson.build").read_text().partition("\n]")[0])
    for slug in sorted({fix["slug"] for fix in found} ^ set(listed)):
        yield f"fixes/meson.build and the files differ about {slug}"
    for fix in found:
        path = FIXES / f"{fix['slug']}.md"
        if not path.exists():
            yield f"fixes/{fix['slug']}.md is missing"
            continue
        wanted = ["What it does", "Example"] + ["When it is safe"] * (fix["promise"] != "Unsafe")
        wanted += ["What it may change"] * (fix["promise"] != "Safe") + ["When it is not offered"]
        headings = re.findall(r"(?m)^## (.+)$", re.sub(r"```.*?```", "", path.read_text(), flags=re.S))
        if headings != wanted:
            yield f"fixes/{fix['slug']}.md: its headings are {headings}, not {wanted}"


def every_row(path, *macros):
    """(macro, its arguments) of each GM_…(…) of a table: texts without their quotes, and words."""
    for line in (ROOT / "src" / path).read_text().splitlines():
        match = re.match(r"(\w+)\((.*)\)$", line)
        if match and match[1] in macros:
            arguments = re.findall(r'"((?:[^"\\]|\\.)*)"|(\w+)', match[2])
            yield [match[1], *(re.sub(r"\\(.)", r"\1", text) if text else word for text, word in arguments)]


def rows(path, macro):
    return [row[1:] for row in every_row(path, macro)]


def named_by_stubs():
    """Kinds of observation that a row may name: those that NamedByStubs does not leave out."""
    text = (ROOT / "src/infer/observation_kind.h").read_text()
    body = text[text.index("NamedByStubs"):text.index("// As stubs write it")]
    own = set(re.findall(r"ObservationKind::(\w+)", body))
    return [(slug, meaning) for name, slug, meaning in rows("infer/observations.def", "GM_OBSERVATION")
            if name not in own]


def transfers():
    """What @transfer takes, as it is written, and what it means."""
    shown = {}
    for macro, name, *row in every_row("models/transfers.def", "GM_TRANSFER", "GM_TRANSFER_VARIANT", "GM_TRANSFER_PARAMETER"):
        if macro == "GM_TRANSFER":
            shown[name] = (f'"{name}"', row[0])
        elif macro == "GM_TRANSFER_VARIANT":
            family, parameter, word, meaning = row
            shown[name] = (f'"{family}", {parameter}="{word}"', meaning)
        else:
            parameter, need, word, meaning = row
            form, of = shown[name]
            form += f', {parameter}="{word or "…"}"'
            if need == "Needed":  # the transfer is never written without it
                shown[name] = (form, f"{of}; `{parameter}` is {meaning}")
            else:
                shown[name, parameter] = (form, meaning)
    return list(shown.values())


def sections():
    """(heading, rows of what is written and what it means), in the order of the page."""
    words = "models/vocabulary.def"
    yield "Decorators", [row[2:] for row in rows(words, "GM_DECORATOR")]
    for name, word, *_ in rows(words, "GM_DECORATOR"):
        if keywords := [row[3:] for row in rows(words, "GM_KEYWORD") if row[0] == name]:
            yield f"What `@{word}` takes", keywords
    yield "What `@transfer` takes", transfers()
    for name, word, *_ in rows(words, "GM_DECORATOR"):
        said = [row[1:] for row in rows(words, "GM_OP")] if name == "Op" else [
            row[2:] for row in rows(words, "GM_TRAIT") if row[0] == name]
        of_parameters = [row[1:] for row in rows(words, "GM_PARAMETER_EFFECT")] if name == "Effect" else []
        if said:
            yield f"What `@{word}` says", [(f'"{text}"', meaning) for text, meaning in said] + of_parameters
    yield "Conditions", [row[3:] for row in rows(words, "GM_CONDITION")]
    yield "Values", [row[1:] for row in rows(words, "GM_VALUE")]
    yield "Fields of classes", [row[1:] for row in rows(words, "GM_CLASS_FIELD")]


def vocabulary_page():
    """The tables of docs/stubs.md."""
    out = []

    def table(heading, entries):
        cell = lambda text: text.replace("|", "\\|")
        out.extend([f"### {heading}", "", "| written | means |", "|---|---|"])
        out.extend(f"| `{cell(form)}` | {cell(meaning)} |" for form, meaning in entries)
        out.append("")

    for heading, entries in sections():
        table(heading, entries)
    table("Kinds of break", named_by_stubs())
    table("Operations", [row[1:] for row in rows("infer/operations.def", "GM_OPERATION")])
    return "\n".join(out)


def vocabulary_docstring():
    """The same in short, for the stub that stubs import from."""
    out = []
    for heading, entries in sections():
        out.append(heading.replace("`", ""))
        for form, meaning in entries:
            out += textwrap.wrap(f"{form}  {meaning}", 100, initial_indent="    ", subsequent_indent="        ",
                                 break_long_words=False, break_on_hyphens=False)
    return "\n".join(out) + "\n"


def between(path, begin, end, text):
    """(file, what it says now, what it shall say): `text` stands between two marks."""
    old = path.read_text()
    head, found, rest = old.partition(begin)
    _, found_end, tail = rest.partition(end)
    return (path, old, head + begin + text + end + tail if found and found_end else None)


def derived():
    yield between(ROOT / "docs/stubs.md", "<!-- words: written by ci/check_generated.py --write -->\n\n",
                  "<!-- end of the words -->", vocabulary_page())
    yield between(RULES / "stubs/graphmend/__init__.pyi", "written by ci/check_generated.py --write):\n\n", '"""',
                  vocabulary_docstring())


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

    mending = fixes()
    problems += wrong_about_fixes(mending)
    for target, wanted in ((RULES / "README.md", page(rules)), (FIXES / "README.md", fix_table(mending))):
        if "--write" in sys.argv:
            target.write_text(wanted)
        elif not target.exists() or target.read_text() != wanted:
            problems.append(f"{target.relative_to(ROOT)} is out of date: run ci/check_generated.py --write")
    for path, old, new in derived():
        shown = path.relative_to(ROOT)
        if new is None:
            problems.append(f"{shown}: the marks between which words are written are gone")
        elif "--write" in sys.argv:
            path.write_text(new)
        elif old != new:
            problems.append(f"{shown} is out of date: run ci/check_generated.py --write")
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{len(rules)} rules, {len(mending)} fixes, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
