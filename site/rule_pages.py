"""A page for each rule, and for each of PyTorch's ids that a rule covers."""

import functools
import json
import pathlib
import re

import markup
import program

ROOT = pathlib.Path(__file__).resolve().parent.parent
FAMILIES = {
    "GM0": "graphmend itself",
    "GM1": "Values of tensors that Python needs",
    "GM2": "Messages, files, random numbers and state",
    "GM3": "Code that is not traced",
    "GM4": "Shapes that depend on data",
    "GM5": "Context managers and exceptions",
    "GM6": "Whole graphs that cost as much; off until selected",
    "GM9": "Comments and syntax",
}


@functools.lru_cache(None)
def registry():
    return json.loads((ROOT / "rules/gb_registry.json").read_text(encoding="utf-8"))


def rules_of(gb):
    return [rule for rule in program.rules().values() if gb in rule["gb_ids"]]


def covered():
    return sorted({gb for rule in program.rules().values() for gb in rule["gb_ids"]})


def rule_index():
    lines = ["# Rules", "", "Each finding names its rule. `graphmend explain GM101` shows these pages in a terminal,"]
    lines += ["`graphmend rules` the list.", ""]
    for family, title in FAMILIES.items():
        rules = [rule for rule in program.rules().values() if rule["code"].startswith(family)]
        lines += [f"## {title}", "", "| rule | name | says that |", "|---|---|---|"]
        lines += [f"| [{r['code']}](rules/{r['code']}.md) | {r['name']} | {r['summary']} |" for r in rules]
        lines.append("")
    return "\n".join(lines)


def rule_page(rule):
    text = program.explain(rule["code"])
    head, _, rest = text.partition("\n- PyTorch's ids: ")
    if rest:
        ids, _, rest = rest.partition("\n")
        links = ", ".join(f"[{gb}](../graph-breaks/{gb}.md)" for gb in re.findall(r"GB\d{4}", ids.split("(")[0]))
        text = f"{head}\n- PyTorch's ids: {links}\n{rest}"
    title, _, body = text.partition("\n")
    name = title.removeprefix("# ").replace(" ", ": ", 1)
    return f"---\ndescription: {json.dumps(rule['code'] + ': ' + rule['summary'])}\n---\n# {name}\n{markup.shown(body)}"


def gb_index():
    known = registry()
    lines = [
        "# PyTorch's graph break ids",
        "",
        "What `torch.compile` says when a graph breaks ends with an id, for example `GB0170`. Look it up here:",
        "what it means, and what to do about it. The list is that of PyTorch " + known["torch"] + ".",
        "",
        f"Of its {len(known['ids'])} ids, graphmend's rules cover {len(covered())}: these have a page here.",
        "The others lead to PyTorch's own page.",
        "",
        "| id | PyTorch says | rules |",
        "|---|---|---|",
    ]
    for gb, title in sorted(known["ids"].items()):
        rules = rules_of(gb)
        link = f"graph-breaks/{gb}.md" if rules else official(gb)
        codes = ", ".join(f"[{rule['code']}](rules/{rule['code']}.md)" for rule in rules)
        lines.append(f"| [{gb}]({link}) | {plain(title)} | {codes} |")
    return "\n".join(lines) + "\n"


def official(gb):
    return f"https://meta-pytorch.github.io/compile-graph-break-site/gb/{gb.lower()}.html"


def plain(title):
    """A title of the registry as text in a table."""
    return re.sub(r"([|\\*_<>\[\]])", r"\\\1", title)


def _advice(rule):
    documentation = markup.sections(rule["documentation"])
    lines = [f"## [{rule['code']}](../rules/{rule['code']}.md): {rule['summary']}", ""]
    for heading in ("What it finds", "Example", "Use instead"):
        body = documentation.get(heading, "").partition("\n### ")[0].strip()
        if body:
            shown = re.sub(r"(?m)^#", "##", body) if heading != "Example" else body
            # The search finds this in the page of the rule, and need not find it again.
            marks = f"#{rule['code'].lower()}-{markup.slug(heading)} data-search-exclude"
            lines += [f"### {heading} {{ {marks} }}", "", markup.shown(shown), ""]
    return lines


def gb_page(gb):
    title = registry()["ids"].get(gb, "")
    rules = rules_of(gb)
    since = re.search(r"(?m)^PyTorch reports this id.*$", program.explain(gb))
    codes = ",".join(rule["code"] for rule in rules)
    lines = [
        "---",
        f"title: {json.dumps(f'{gb}: {title}')}",
        f"description: {json.dumps(f'What {gb} ({title}) means in torch.compile, and what to do about it.')}",
        "---",
        f"# {gb}: {plain(title)}",
        "",
        since[0] if since else "",
        f"[PyTorch's own page on {gb}]({official(gb)}).",
        "",
        "Find all such places in your source, without running it:",
        "",
        f"```sh\ngraphmend check --select {codes}\n```",
        "",
    ]
    if len(rules) > 1:
        lines += ["What causes it:", ""]
        lines += [f"- [{r['code']}](../rules/{r['code']}.md) {r['name']}: {r['summary']}" for r in rules] + [""]
    for rule in rules:
        lines += _advice(rule)
    return "\n".join(lines)


def pages():
    """{name below docs: text}, and what "@rules" stands for."""
    made = {"rules.md": rule_index(), "graph-breaks.md": gb_index()}
    rules = [f"rules/{code}.md" for code in program.rules()]
    made.update((f"rules/{code}.md", rule_page(rule)) for code, rule in program.rules().items())
    made.update((f"graph-breaks/{gb}.md", gb_page(gb)) for gb in covered())
    return made, rules
