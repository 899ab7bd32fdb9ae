"""The report as one page that stands alone: no network, no script, light and dark."""

from __future__ import annotations

from . import reading
from .report_text import count, table_rows, verdict_line
from .visible import html as escape
from .visible import one_line

_CONTEXT = 2  # lines of source above and below a break

_STYLE = """
:root { color-scheme: light dark; --text: #1c2024; --dim: #5b6470; --page: #ffffff; --card: #f6f7f9;
  --line: #dde1e6; --red: #b3261e; --amber: #8a5a00; --green: #1a7f37; --blue: #0b5cad;
  --bar: #9db8d9; --mark: #fff3c4; --add: #dff5e3; --gone: #fbe4e2; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ed; --dim: #9aa4b0; --page: #15181c;
  --card: #1e2329; --line: #343b44; --red: #ff8a80; --amber: #f2c063; --green: #6fd08c;
  --blue: #7db7f5; --bar: #3c5f87; --mark: #4a3f12; --add: #153d22; --gone: #4a1f1d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; background: var(--page);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; } p { margin: .3rem 0; }
code, pre { font: 13px/1.5 ui-monospace, monospace; } h2 code { font-size: inherit; }
a { color: var(--blue); }
pre { overflow-x: auto; background: var(--page); border: 1px solid var(--line); border-radius: 6px;
  padding: .5rem .75rem; margin: .5rem 0; }
table { border-collapse: collapse; margin: .5rem 0; } .wide { overflow-x: auto; }
th, td { text-align: left; padding: .2rem 1rem .2rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; } th { font-weight: 600; } td.n, th.n { text-align: right; }
.dim { color: var(--dim); } .verdict { font-size: 1.05rem; }
.red { color: var(--red); } .amber { color: var(--amber); } .green { color: var(--green); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: .6rem .9rem; margin: .6rem 0; }
.tag { display: inline-block; border: 1px solid currentColor; border-radius: 999px;
  padding: 0 .5rem; font-size: .8rem; margin-right: .4rem; white-space: nowrap; }
.hit { background: var(--mark); display: block; margin: 0 -.75rem; padding: 0 .75rem; }
.add { background: var(--add); display: block; } .gone { background: var(--gone); display: block; }
summary { cursor: pointer; } details { margin: .4rem 0; }
.timeline { display: flex; flex-wrap: wrap; gap: 3px; margin: .5rem 0; }
.graph { background: var(--bar); border-radius: 4px; padding: .15rem .45rem; min-width: 2.2rem;
  font-size: .8rem; } .cut { color: var(--red); font-size: .8rem; align-self: center; }
.skipped { background: none; border: 1px dashed var(--amber); }
.bars { display: grid; grid-template-columns: auto 1fr auto; gap: .25rem .75rem;
  align-items: center; max-width: 44rem; } .bar { background: var(--bar); height: 1rem;
  border-radius: 3px; min-width: 2px; }
@media print { details > * { display: block; } }
"""

_TONES = {
    "confirmed": "amber",
    "still breaks": "amber",
    "diverges": "red",
    "mended": "green",
    "not reached": "dim",
    "not observed": "dim",
}


def _tag(text: str, tone: str) -> str:
    return f'<span class="tag {tone}">{escape(text)}</span>'


def _code(file: str, line: int) -> str:
    """The lines around a break, the line itself marked; "" where the file cannot be read."""
    try:
        lines = reading.read_text(file, reading.MOST_SOURCE).splitlines()
    except OSError:
        return ""
    first = max(1, line - _CONTEXT)
    shown = []
    for number in range(first, min(len(lines), line + _CONTEXT) + 1):
        text = escape(f"{number:5}  {lines[number - 1]}")
        shown.append(f'<span class="hit">{text}</span>' if number == line else text + "\n")
    return f"<pre>{''.join(shown)}</pre>"


def _diff(text: str) -> str:
    lines = []
    for line in text.splitlines():
        header = line.startswith(("--- ", "+++ "))
        tone = "" if header else {"+": "add", "-": "gone"}.get(line[:1], "")
        lines.append(f'<span class="{tone}">{escape(line)}</span>' if tone else escape(line) + "\n")
    return f"<pre>{''.join(lines)}</pre>"


def _steps(title: str, steps: list) -> str:
    if not steps:
        return ""
    items = "".join(
        f"<li><code>{escape(_place(step))}</code> {escape(step['text'])}</li>" for step in steps
    )
    return f"<details><summary>{escape(title)}</summary><ol>{items}</ol></details>"


def _place(step: dict) -> str:
    return f"{step['path']}:{step['line']}" if "path" in step else ""


def ranked(entry: dict) -> list:
    """(finding or None, breaks of one place), those that cost most first."""
    places: dict = {}
    for number, found in enumerate(entry["breaks"]):
        places.setdefault((found["file"], found["line"], found["gb"]), []).append(number)
    by_break = {n: finding for finding in entry["findings"] for n in finding["breaks"]}
    items = [(by_break.get(numbers[0]), [entry["breaks"][n] for n in numbers]) for numbers in places.values()]

    def cost(item):
        # A function that is not compiled at all costs more than a cut; then what happens often.
        return any(found["skips_frame"] for found in item[1]), len(item[1])

    return sorted(items, key=cost, reverse=True)


def _break(finding, breaks: list) -> str:
    found = breaks[0]
    tags = [_tag(finding["verdict"], _TONES[finding["verdict"]])] if finding else [_tag("run time only", "red")]
    if len(breaks) > 1:
        tags.append(_tag(f"{len(breaks)} times", "dim"))
    if found["skips_frame"]:
        tags.append(_tag("whole function uncompiled", "red"))
    rule = f"{finding['code']} · " if finding else ""
    parts = [
        f'<div class="card"><p>{"".join(tags)}<strong>{escape(found["path"])}:{found["line"]}</strong>'
        f' <span class="dim">{escape(rule + found["gb"])}</span></p>',
        f"<p>{escape(finding['message'] if finding else found['title'])}</p>",
        _code(found["file"], found["line"]),
    ]
    if finding:
        if finding.get("help"):
            parts.append(f"<p><strong>Instead:</strong> {escape(finding['help'])}</p>")
        parts.append(_steps("Where the value comes from", finding.get("reason") or []))
        parts.append(_steps("How compiled code gets here", finding.get("callers") or []))
    else:
        parts.append(f"<details><summary>To send in</summary><pre>{escape(found_report(found))}</pre></details>")
    if found["explanation"]:
        parts.append(f"<details><summary>What torch says</summary><p>{escape(found['explanation'])}</p></details>")
    return "".join(parts) + "</div>"


def found_report(found: dict) -> str:
    return found.get("report") or f"{found['gb']}: {found['title']} at {found['path']}:{found['line']}"


def _timeline(frames: list, breaks: list) -> str:
    parts = []
    for frame in frames:
        tone = " skipped" if frame["skipped"] else ""
        title = f"{frame['function']}, {frame['path']}:{frame['line']}"
        if frame["recompiled_because"]:
            title += f"; recompiled: {frame['recompiled_because']}"
        text = "uncompiled" if frame["skipped"] else count(frame["ops"], "op")
        # Wider where there is more in it, so that the eye sees where the work is.
        grow = 1 + min(frame["ops"], 200) / 10
        parts.append(
            f'<span class="graph{tone}" style="flex-grow:{grow:.1f}" title="{escape(title)}">{text}</span>'
        )
        if frame["break"] is not None and frame["break"] < len(breaks):
            found = breaks[frame["break"]]
            parts.append(f'<span class="cut" title="{escape(found["title"])}">✂ {found["line"]}</span>')
    return f'<div class="timeline">{"".join(parts)}</div>'


def _table(entry: dict) -> str:
    after = entry["after"] is not None
    head = "<tr><th></th><th>before</th><th>after</th></tr>" if after else ""
    rows = "".join(
        f"<tr><td>{escape(label.strip())}</td><td>{escape(one)}</td>"
        + (f"<td>{escape(two)}</td>" if after else "")
        + "</tr>"
        for label, one, two in table_rows(entry)
    )
    return f'<div class="wide"><table>{head}{rows}</table></div>'


def _bench(bench: dict) -> str:
    parts = []
    for backend, rows in bench.items():
        slowest = max(row["median_ms"] for row in rows.values())
        parts.append(f'<h3>Latency, {escape(backend)}</h3><div class="bars">')
        for name, row in rows.items():
            width = 100 * row["median_ms"] / slowest
            spread = f"{row['low_ms']:.3g}–{row['high_ms']:.3g}"
            cold = f", first call {row['cold_s']:.2f} s" if row.get("cold_s") else ""
            parts.append(
                f"<span>{escape(name)}</span>"
                f'<span><div class="bar" style="width:{width:.1f}%"></div></span>'
                f"<span>{row['median_ms']:.3g} ms <span class=dim>({spread}{cold})</span></span>"
            )
        parts.append("</div>")
    return "".join(parts)


def _profile(profiles: dict) -> str:
    parts = []
    for name, profile in profiles.items():
        share = f"{profile['outside_ms']:.3g} of {profile['pass_ms']:.3g} ms outside of compiled graphs"
        share += f", {profile['host_reads']:g} host reads, {profile['synchronisations']:g} synchronisations"
        rows = "".join(
            f"<tr><td><code>{escape(cost['file'].rpartition('/')[2])}:{cost['line']}</code></td>"
            f"<td>{escape(cost['gb'])}</td><td class=n>{cost['outside_ms']:.3g} ms</td>"
            f"<td class=n>{cost['host_reads']:g} host reads</td></tr>"
            for cost in profile["breaks"]
        )
        parts.append(f"<h3>A warm pass, {escape(name)}</h3><p>{escape(share)}</p><table>{rows}</table>")
    return "".join(parts)


def _quiet(entry: dict) -> str:
    """Findings that no break stands for."""
    rows = "".join(
        f"<tr><td>{_tag(f['verdict'], _TONES[f['verdict']])}</td>"
        f"<td><code>{escape(f['shown'])}:{f['location']['line']}</code></td>"
        f"<td>{escape(f['code'])}</td><td>{escape(f['message'])} <span class=dim>{escape(f['why'])}</span></td></tr>"
        for f in entry["findings"]
        if not f["breaks"]
    )
    if not rows:
        return ""
    return f'<h3>Predicted, and not seen</h3><div class="wide"><table>{rows}</table></div>'


def _entry(number: int, entry: dict) -> str:
    tone = "red" if entry["fault"] or entry["failed_gates"] else ""
    parts = [
        f'<section id="entry{number}"><h2><code>{escape(entry["name"])}</code></h2>',
        f'<p class="verdict {tone}">{escape(verdict_line(entry))}</p>',
    ]
    if entry["fault"]:
        fault = entry["fault"]
        parts.append(f'<div class="card red"><strong>{escape(fault["title"])}</strong><br>{escape(fault["detail"])}')
        parts.append(f'<br><span class="dim">{escape(fault["hint"])}</span></div>')
    if entry["before"]:
        environment = entry["environment"]
        mode = "training" if entry["train"] else "inference"
        place = f"torch {environment['torch']}, {environment['device_name']}, {mode}"
        parts.append(f'<p class="dim">{escape(place)}</p>')
        parts += [f'<p class="red">{escape(text)}</p>' for text in entry["failed_gates"]]
        parts.append(_table(entry))
        for figures in filter(None, (entry["before"], entry["after"])):
            parts += [f"<p>{escape(one_line(text))}</p>" for text in figures["differences"] + figures["effects"]]
        parts.append(_bench(entry["bench"]) + _profile(entry["profile"]))
        if entry["breaks"]:
            parts.append("<h3>Graph breaks, the costliest first</h3>")
            parts += [_break(*item) for item in ranked(entry)]
        parts.append("<h3>Subgraphs, in order</h3>" + _timeline(entry["timeline"], entry["breaks"]))
        if entry["timeline_after"]:
            parts.append("<h3>… after the fixes</h3>" + _timeline(entry["timeline_after"], entry["breaks_after"]))
        for fix in entry["fixes"]:
            parts.append(f"<h3>Fixes that proved equal: <code>{escape(fix['path'])}</code></h3>{_diff(fix['diff'])}")
        for one in entry["dropped_fixes"]:
            text = f"Dropped: fixes of {one['code']} in {one['path']}: {one['why']}"
            parts.append(f'<p class="red">{escape(text)}</p>')
        parts.append(_quiet(entry))
    return "".join(parts) + "</section>"


def _overview(report: dict) -> str:
    rows = "".join(
        f'<tr><td><a href="#entry{n}"><code>{escape(e["name"])}</code></a></td><td>{escape(verdict_line(e))}</td></tr>'
        for n, e in enumerate(report["entries"])
    )
    return f'<div class="wide"><table>{rows}</table></div>' if len(report["entries"]) > 1 else ""


def render(report: dict) -> str:
    totals = report["totals"]
    verdicts = ", ".join(f"{n} {name}" for name, n in totals["verdicts"].items())
    head = count(totals["breaks"], "graph break")
    detail = f"{totals['measured']} of {totals['entries']} entries measured"
    detail += f"; findings: {verdicts}" if verdicts else ""
    detail += f"; {totals['runtime_only']} breaks only at run time" if totals["runtime_only"] else ""
    version = f"graphmend {report['tool']['version']}"
    entries = "".join(_entry(n, entry) for n, entry in enumerate(report["entries"]))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>graphmend: {escape(head)}</title><style>{_STYLE}</style></head><body>"
        f'<h1>{escape(head)}</h1><p class="dim">{escape(detail)} · {escape(version)}</p>'
        f"{_overview(report)}{entries}</body></html>\n"
    )
