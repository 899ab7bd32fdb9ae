"""A page for each kind of fix: what `graphmend explain` says of it."""

import json
import re

import markup
import program

# Which findings a fix mends, as a snapshot of the tests has it: "case.py:7: GM106: unsafe: why".
_MENDED = re.compile(r"(?m)^case\.py:(?P<line>\d+): (?P<code>GM\d{3}): (?P<promise>safe|unsafe)(?:: (?P<difference>.*))?\n")
# Marks of tests behind code, and such as a change has put on a line of their own.
_MARK = re.compile(r"(?m)  # (error|note)\b.*$")
_MARKED_LINE = re.compile(r"(?m)^[-+ ] *# (error|note)\b.*\n")
# A link to the page of another fix, which is named after its file there and as users write it here.
_OF_ANOTHER = re.compile(r"\]\((?P<slug>\w+)\.md\)")


def _shown_diff(found):
    """The change alone; what it promises in words below."""
    body = found["body"]
    promises = [(m["code"], m["promise"], m["difference"]) for m in _MENDED.finditer(body)]
    change = re.sub(r"^--- .*\n\+\+\+ .*\n", "", _MENDED.sub("", body))
    change = _MARK.sub("", _MARKED_LINE.sub("", change))
    if not change.strip():
        return "Nothing is changed.\n"
    text = markup.block(change, "diff")
    for code, promise, difference in dict.fromkeys(promises):
        text += f"\nFixes {code}, {promise}" + (f": {difference}." if difference else ".") + "\n"
    return text.rstrip("\n")


def _page(fix):
    title, _, body = program.explain(fix["name"]).partition("\n")
    body = markup.FENCE.sub(lambda m: _shown_diff(m) if m["language"] == "diff" else m[0], body)
    body = _OF_ANOTHER.sub(lambda m: f"]({m['slug'].replace('_', '-')}.md)", body)
    return (
        f"---\ntitle: {json.dumps(fix['name'])}\n"
        f"description: {json.dumps('A fix of graphmend: ' + fix['summary'])}\n---\n{title}\n{markup.shown(body)}"
    )


def pages():
    """{name below docs: text}, and what "@fixes" stands for."""
    fixes = program.fixes()
    made = {f"fixes/{fix['name']}.md": _page(fix) for fix in fixes}
    names = list(made)
    lines = ["# Kinds of fixes", "", "What `graphmend check --fix`, `--unsafe-fixes` and `--outline` write, each with code"]
    lines += ["before and after. What a fix promises, and when one is offered: [Fixing findings](fixing.md).", ""]
    lines += ["`graphmend explain NAME` shows these pages in a terminal, `graphmend fixes` the list.", ""]
    lines += ["| fix | does | promise | findings |", "|---|---|---|---|"]
    for fix in fixes:
        links = ", ".join(f"[{code}](rules/{code}.md)" for code in fix["rules"])
        lines.append(f"| [{fix['name']}](fixes/{fix['name']}.md) | {fix['summary']} | {fix['promise']} | {links} |")
    made["fixes.md"] = "\n".join(lines) + "\n"
    return made, names
