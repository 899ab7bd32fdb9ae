"""A page for each project of docs/projects.md, from the tables and notes that were measured there."""

import json
import pathlib
import re

import markup

ROOT = pathlib.Path(__file__).resolve().parent.parent


def _rows(text):
    rows = [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[:1] + rows[2:]]


def _table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(row) + " |" for row in rows]


def _notes(text):
    """{project: the notes on it}"""
    found = {}
    for name, body in re.findall(r"(?ms)^- \*\*([\w.-]+)\*\*: (.*?)(?=^- |^\n|\Z)", text):
        found.setdefault(name, []).append(" ".join(body.split()))
    return found


def _footnotes(text):
    return {number: " ".join(body.split()) for number, body in re.findall(r"(?ms)^(\d)\. (.*?)(?=^\d\. |^\n|\Z)", text)}


def _findings(name, text):
    head, *rows = _rows(text)
    own = [row for row in rows if row[0].split()[0] == name]
    if not own:
        return ["Without settings, graphmend has no findings in it.", ""]
    notes = _footnotes(text)
    used = sorted(set(re.findall(r"\((\d)\)", " ".join(row[2] for row in own))))
    # "`sac:227`, `243`" stands below the project's name.
    shown = [[row[0].partition(" ")[2], *row[1:]] for row in own]
    lines = _table(head, shown) + [""]
    return lines + [f"({number}) {notes[number]}\n" for number in used if number in notes]


def _ran(name, text):
    head, *rows = _rows(text)
    own = [row[1:] for row in rows if row[0] == name]
    return _table(head[1:], own) + [""] if own else []


def _page(project, repository, commit, files, compiles, text):
    compiled, findings, dynamo = (
        text[title] for title in ("What is compiled", "The findings, one by one", "What Dynamo reports")
    )
    head, *rows = _rows(compiled)
    places = [row[1:] for row in rows if row[0] == project]
    if not places:
        raise ValueError(f"docs/projects.md says nothing of what {project} compiles")
    lines = ["---", f"description: {json.dumps(f'graphmend on {project}: what is compiled and what breaks')}", "---"]
    lines += [f"# {project}", "", f"[{repository}](https://github.com/{repository}) as of commit `{commit}`:"]
    lines += [f"{files} files of Python; it compiles {compiles}.", ""]
    lines += ["```sh", f"git clone https://github.com/{repository} && cd {repository.split('/')[1]}"]
    lines += [f"git checkout {commit}", "graphmend entries --isolated .", "graphmend check --isolated --exit-zero .", "```", ""]
    lines += ["## What is compiled", "", *_table(head[1:], places), ""]
    lines += [f"{note[0].upper()}{note[1:]}\n" for note in _notes(compiled).get(project, [])]
    lines += ["## What graphmend finds", "", *_findings(project, findings)]
    ran = _ran(project, dynamo)
    if ran:
        lines += ["## What Dynamo reports", "", "With torch 2.13.0 on a CPU and the `eager` backend, places that break:", ""]
        lines += ran + [f"{note[0].upper()}{note[1:]}\n" for note in _notes(dynamo).get(project, [])]
    lines += ["How this was measured, and the other projects: [Ten projects that compile something](../projects.md).", ""]
    return "\n".join(lines)


def pages():
    """{name below docs: text}, and what "@projects" stands for."""
    text = markup.sections((ROOT / "docs/projects.md").read_text(encoding="utf-8"))
    _, *projects = _rows(text[""])
    made = {f"projects/{markup.slug(row[0])}.md": _page(*row, text) for row in projects}
    return made, list(made)
