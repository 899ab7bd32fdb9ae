#!/usr/bin/env python3
"""Builds the documentation as HTML: site.py GRAPHMEND FOLDER [--check]

The pages are docs/*.md, a page for each rule from the program itself, and the list of them. Every
link between pages must lead somewhere; the exit status is 1 where one does not. --check does not
need the renderer and writes nothing.
"""
import html
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }}
pre, code {{ font-family: ui-monospace, monospace; font-size: .9em; }}
pre {{ overflow-x: auto; padding: .75rem; border: 1px solid #8886; border-radius: .3rem; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
td, th {{ border: 1px solid #8886; padding: .25rem .5rem; text-align: left; }}
</style>
<p><a href="{up}index.html">graphmend</a> · <a href="{up}rules.html">rules</a> ·
<a href="{up}settings.html">settings</a></p>
{body}
</html>
"""
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"(?ms)^(```|~~~).*?^\1\s*$")


def output(graphmend, *arguments):
    return subprocess.run([graphmend, *arguments], check=True, capture_output=True, text=True).stdout


def pages_of(graphmend):
    """{"rules/GM101.md": text}"""
    pages = {path.name: path.read_text() for path in sorted((ROOT / "docs").glob("*.md"))}
    rules = json.loads(output(graphmend, "rules", "--output-format", "json"))["rules"]
    lines = ["# Rules", "", "| code | name | says that |", "|---|---|---|"]
    for rule in rules:
        pages[f"rules/{rule['code']}.md"] = output(graphmend, "explain", rule["code"])
        lines.append(f"| [{rule['code']}](rules/{rule['code']}.md) | {rule['name']} | {rule['summary']} |")
    pages["rules.md"] = "\n".join(lines) + "\n"
    return pages


def broken_links(pages):
    for name, text in pages.items():
        for target in LINK.findall(FENCE.sub("", text)):
            if re.match(r"[a-z]+:|#", target):
                continue
            path = (pathlib.PurePosixPath(name).parent / target.split("#")[0]).as_posix()
            if path not in pages:
                yield f"{name}: {target} leads nowhere"


def main():
    graphmend = str(pathlib.Path(sys.argv[1]).resolve())
    pages = pages_of(graphmend)
    broken = list(broken_links(pages))
    print(*broken, sep="\n", end="\n" if broken else "")
    settings = output(graphmend, "config", "--output-format", "markdown")
    if settings != pages["settings.md"]:
        broken.append("settings.md")
        print("docs/settings.md is not what `graphmend config --output-format markdown` prints")
    if "--check" not in sys.argv:
        import markdown_it

        render = markdown_it.MarkdownIt("commonmark").enable("table").render
        folder = pathlib.Path(sys.argv[2])
        for name, text in pages.items():
            path = (folder / name).with_suffix(".html")
            path.parent.mkdir(parents=True, exist_ok=True)
            title = html.escape(text.lstrip("# ").split("\n")[0])
            body = re.sub(r'href="(?![a-z]+:)([^"#]+)\.md', r'href="\1.html', render(text))
            path.write_text(PAGE.format(title=title, body=body, up="../" * name.count("/")))
    print(f"{len(pages)} pages, {len(broken)} problems")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
