"""The report for a pull request: GitHub's Markdown."""

from __future__ import annotations

from .report_text import count, table_rows, verdict_line
from .visible import markdown as escape
from .visible import markdown_code as code
from .visible import visible, without_commands


def _entry(entry: dict) -> list:
    lines = [f"### {code(entry['name'])}: {verdict_line(entry)}", ""]
    if entry["fault"]:
        fault = entry["fault"]
        lines += [f"**{fault['title']}**: {escape(fault['detail'])}", ""]
    if not entry["before"]:
        return lines
    after = entry["after"] is not None
    lines += ["| | before | after |" if after else "| | |", "|---|---|---|" if after else "|---|---|"]
    for label, one, two in table_rows(entry):
        lines.append(f"| {label.strip()} | {one} |" + (f" {two} |" if after else ""))
    lines.append("")
    for figures in filter(None, (entry["before"], entry["after"])):
        lines += [f"- {escape(text)}" for text in figures["differences"] + figures["effects"]]
    if entry["findings"] or entry["runtime_only"]:
        lines += ["", "| verdict | place | rule | |", "|---|---|---|---|"]
    for finding in entry["findings"]:
        place = code(f"{finding['shown']}:{finding['location']['line']}")
        why = f" ({finding['why']})" if finding["why"] else ""
        text = escape(finding["message"])
        lines.append(f"| {finding['verdict']}{escape(why)} | {place} | {finding['code']} | {text} |")
    for found in entry["runtime_only"]:
        place = code(f"{found['path']}:{found['line']}")
        lines.append(f"| runtime only | {place} | {found['gb']} | {escape(found['title'])} |")
    for fix in entry["fixes"]:
        lines += ["", "```diff", visible(fix["diff"]).replace("```", "` ` `").rstrip(), "```"]
    for one in entry["dropped_fixes"]:
        place = code(one["path"])
        lines.append(f"- **dropped**: fixes of {one['code']} in {place}: {escape(one['why'])}")
    for fix in entry["unreached_fixes"]:
        lines += ["", f"Not reached, so left out, in {code(fix['path'])}:", ""]
        lines += ["```diff", visible(fix["diff"]).replace("```", "` ` `").rstrip(), "```"]
    lines += [f"- **slower**: {escape(text)}" for text in entry["slower"]]
    lines += [f"- **failed**: {escape(text)}" for text in entry["failed_gates"]]
    return [*lines, ""]


def render(report: dict) -> str:
    totals = report["totals"]
    head = f"{count(totals['breaks'], 'graph break')} in {totals['measured']} measured entries"
    lines = [f"## graphmend validate: {head}", ""]
    for entry in report["entries"]:
        lines += _entry(entry)
    return without_commands("\n".join(lines).rstrip() + "\n")
