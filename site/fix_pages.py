"""A page for each kind of fix. The examples are those of tests/cases; what becomes of each, the program shows."""

import collections
import concurrent.futures
import json
import pathlib
import re

import markup
import program

ROOT = pathlib.Path(__file__).resolve().parent.parent
_MOST_EXAMPLES = 2

Example = collections.namedtuple("Example", "group heading code diff applied")


def _examples_of(path):
    """Each piece of Python in a file of cases, with the heading above it."""
    text = path.read_text(encoding="utf-8")
    group = text.partition("\n")[0].lstrip("# ")
    for heading, body in markup.sections(text).items():
        blocks = [found["body"] for found in markup.FENCE.finditer(body) if found["language"] == "py"]
        if len(blocks) == 1:
            yield group, heading, markup.cleaned(blocks[0])


def _examples():
    cases = sorted((ROOT / "tests/cases").glob("fixes_*.md"))
    wanted = [one for path in cases if path.stem != "fixes_refused" for one in _examples_of(path)]
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        results = threads.map(program.fixed, [code for _, _, code in wanted])
        for (group, heading, code), (diff, applied) in zip(wanted, results):
            if applied:
                yield Example(group, heading, code, diff, applied)


def kinds():
    """{title of a fix: its examples, the plainest first}"""
    found = collections.defaultdict(list)
    for example in _examples():
        for title in {title for _, _, title in example.applied}:
            found[title].append(example)
    for title, examples in found.items():
        examples.sort(key=lambda one: (len({t for _, _, t in one.applied}), len(one.code)))
        del examples[_MOST_EXAMPLES:]
    return dict(sorted(found.items()))


def _promise(example, title):
    """(how it is applied, what may differ) as the findings say."""
    report, _ = program.run("check", "--isolated", "--no-environment", "-o", "full", "-", text=example.code)
    text = re.sub(r"\n {6,}", " ", report)
    for fix in re.findall(r"= fix: (.*)", text):
        if fix.startswith(title + " ("):
            return fix[len(title) + 2 :].partition(")")[0], fix.partition("; unsafe: ")[2]
    return None


def _kind_page(title, examples):
    codes = sorted({rule for one in examples for _, rule, said in one.applied if said == title})
    promise = next(filter(None, (_promise(one, title) for one in examples)), None)
    name = title[0].upper() + title[1:]
    lines = ["---", f"title: {json.dumps(name)}", f"description: {json.dumps('A fix of graphmend: ' + title)}", "---"]
    lines += [f"# {name}", "", "Mends " + ", ".join(f"[{code}](../rules/{code}.md)" for code in codes) + "."]
    if promise:
        how, difference = promise
        said = "The results stay the same, to the bit." if not difference else f"In this example: {difference}."
        kind = "tip" if not difference else "warning"
        label = "Safe" if not difference else "Unsafe"
        lines += ["", f'!!! {kind} "{label}: applied by `{how}`"', f"    {said}", ""]
    for example in examples:
        hit = sorted({one["location"]["line"] for one in program.findings(example.code)["findings"]})
        diff = re.sub(r"^--- .*\n\+\+\+ .*\n", "", example.diff)
        lines += [f"## {example.heading}", "", "Before:", "", markup.block(example.code, "py", hit)]
        lines += ["What `graphmend check --diff --unsafe-fixes` does:", "", markup.block(diff, "diff")]
    return "\n".join(lines), codes


def pages():
    """{name below docs: text}, and what "@fixes" stands for."""
    made, groups, names = {}, collections.defaultdict(list), []
    for title, examples in kinds().items():
        name = f"fixes/{markup.slug(title)}.md"
        made[name], codes = _kind_page(title, examples)
        links = ", ".join(f"[{code}](rules/{code}.md)" for code in codes)
        groups[examples[0].group].append(f"| [{title}]({name}) | {links} |")
        names.append(name)
    lines = ["# Kinds of fixes", "", "What `graphmend check --fix` and `--unsafe-fixes` write, each with code before and"]
    lines += ["after. What a fix promises, and when one is offered: [Fixing findings](fixing.md).", ""]
    for group, rows in groups.items():
        lines += [f"## {group}", "", "| fix | mends |", "|---|---|", *rows, ""]
    made["fixes.md"] = "\n".join(lines)
    return made, names
