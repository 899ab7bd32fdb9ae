"""The HTML reports of validate and triage in a headless Chromium: drawn, asking nothing of a network.

    html_report_test.py PACKAGE [FOLDER FOR SCREENSHOTS]

Exit 77 where there is no Chromium, Jinja2 or Pygments. Takes a picture in light and dark, wide and
narrow, checks that each is drawn and that the two schemes differ, and reads the page's layout from
the browser's DOM. With playwright-core and axe-core (ci/setup --tools) each page must have no
accessibility error.
"""

import html.parser
import importlib.util
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

PACKAGE = os.path.abspath(sys.argv[1])
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
EVIL = "<script>document.title='owned'</script><img src=https://example.org/x>"


def load_package():
    spec = importlib.util.spec_from_file_location(
        "graphmend", os.path.join(PACKAGE, "__init__.py"), submodule_search_locations=[PACKAGE]
    )
    sys.modules["graphmend"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["graphmend"])


def figures(breaks):
    return {
        "breaks": breaks, "breaks_later": 0, "graphs": breaks + 1, "ops": 40, "skipped_frames": 1,
        "recompiles": 1, "fullgraph": not breaks, "output": "equal", "messages_equal": True,
        "random_equal": True, "differences": [EVIL], "effects": [],
    }  # fmt: skip


def entry(name, source):
    span = {"line": 2, "column": 1, "end_line": 2, "end_column": 9}
    found = {
        "path": "model.py", "file": source, "line": 2, "dynamo_file": source, "dynamo_line": 2,
        "gb": "GB0170", "title": "Data-dependent branching", "explanation": EVIL, "hints": [],
        "context": "", "compile_id": "0/0", "skips_frame": True, "code": "", "stack": [],
    }  # fmt: skip
    finding = {
        "code": "GM101", "message": EVIL, "help": "use torch.where", "shown": "model.py",
        "file": source, "location": span, "verdict": "mended", "why": "", "breaks": [0],
        "reason": [{"text": "is a tensor", "path": "model.py", **span}], "callers": [],
    }  # fmt: skip
    frame = {
        "function": "forward", "path": "model.py", "line": 1, "ops": 20, "skipped": False,
        "recompiled_because": "", "break": 0,
    }  # fmt: skip
    row = {"median_ms": 2.0, "low_ms": 1.9, "high_ms": 2.2, "cold_s": 3.0}
    slow = {"median_ms": 3.0, "low_ms": 2.9, "high_ms": 3.2, "cold_s": 3.0}
    return {
        "name": name, "train": False, "fault": None, "before": figures(1), "after": figures(0),
        "environment": {"torch": "2.13.0", "device_name": "CPU"}, "breaks": [found],
        "breaks_after": [], "findings": [finding, {**finding, "verdict": "not reached", "breaks": []}],
        "runtime_only": [], "timeline": [frame, {**frame, "ops": 0, "skipped": True, "break": None}],
        "timeline_after": [{**frame, "ops": 40, "break": None}], "fixes": [{"path": "model.py", "diff": f"--- a\n+++ b\n-{EVIL}\n+x\n"}],
        "dropped_fixes": [{"path": "model.py", "code": "GM202", "why": "its messages differ"}],
        "unreached_fixes": [{"path": "model.py", "diff": "--- a/model.py\n+++ b/model.py\n"}],
        "failed_gates": ["1 graph break, at most 0 are allowed"],
        "slower": ["under inductor the fixed entry takes 2.50 times as long: 2 → 5 ms"],
        "profile": {
            "before": {
                "pass_ms": 2.0, "outside_ms": 0.5, "host_reads": 1, "synchronisations": 0,
                "breaks": [{"number": 0, "file": source, "line": 2, "gb": "GB0170", "outside_ms": 0.5, "host_reads": 1}],
            },
        },
        "bench": {
            "inductor": {"eager": row, "before": slow, "after": {**row, "median_ms": 1.0, "high_ms": 1.1}},
        },
    }  # fmt: skip


def example(source):
    fault = {"title": "ran past the time limit", "detail": "call 0", "hint": "--timeout"}
    hung = {**entry("models:hangs", source), "fault": fault, "before": None, "after": None}
    return {
        "tool": {"version": "0"},
        "totals": {
            "entries": 2, "measured": 1, "breaks": 1, "runtime_only": 0, "verdicts": {"mended": 1},
        },
        "entries": [entry("models:" + "long_name_" * 12, source), hung],
    }  # fmt: skip


def triaged(source):
    """What triage.make_report gives, of two logs."""
    frame = {
        "compile_id": "0/0", "function": "forward", "path": "model.py", "file": source, "line": 1, "ops": 12,
        "skipped": False, "recompiled_because": "", "seconds": 0.25,
    }  # fmt: skip
    place = {"path": "model.py", "line": 2, "gb": "GB0170", "title": "Data-dependent branching"}
    item = {
        **place, "file": source, "explanation": EVIL, "hints": [EVIL], "context": "", "skips_frame": False,
        "times": 3, "compile_ids": ["0/0"], "cascade": False, "code": "", "finding": None,
        "rules": [{"code": "GM101", "name": "branch-on-tensor", "summary": "a branch is decided by tensor data"}],
    }  # fmt: skip
    again = {**frame, "compile_id": "0/1", "recompiled_because": "L['x'].size()[0] == 2 " + EVIL}
    unknown = {**frame, "compile_id": "1/0", "ops": None, "seconds": 0.0}
    return {
        "tool": {"version": "0"}, "logs": ["a.log", "b.log"], "records": 3, "problems": [EVIL],
        "breaks": [item, {**item, "cascade": True, "line": 3}],
        "compilations": [{"frame": one, "found": place} for one in [frame, again, unknown] * 12],
    }  # fmt: skip


def pixels(path):
    """(width, height, rows of bytes) of a PNG with 8-bit channels; unfiltered, standard library."""
    data = pathlib.Path(path).read_bytes()
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    channels = {2: 3, 6: 4}[kind]
    assert depth == 8, depth
    at, packed = 8, b""
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + size]
        at += size + 12
    raw, stride, rows = zlib.decompress(packed), width * channels, []
    before = bytearray(stride)
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for x in range(stride):
            left = line[x - channels] if x >= channels else 0
            up, corner = before[x], before[x - channels] if x >= channels else 0
            if kind == 4:
                guess = left + up - corner
                near = min((left, up, corner), key=lambda one: abs(guess - one))
            else:
                near = (0, left, up, (left + up) // 2)[kind]
            line[x] = (line[x] + near) & 255
        rows.append(bytes(line))
        before = line
    return width, height, rows, channels


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        outside = [v for n, v in attributes if n in ("src", "href") and not (v or "").startswith("#")]
        self.found += outside + ([tag] if tag in ("script", "img", "iframe", "link", "object") else [])


def browse(browser, profile, *options):
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    done = subprocess.run(
        [*command, f"--user-data-dir={profile}", *options], capture_output=True, text=True, timeout=180
    )
    if done.returncode != 0:
        raise SystemExit(f"{browser}: {done.stderr[-2000:]}")
    return done.stdout


def draw(browser, page, folder, keep):
    """What is wrong with the looks of a page."""
    wrong, grounds = [], {}
    for name, size, scheme in (("light", "1000,1400", 1), ("dark", "1000,1400", 0), ("narrow", "500,1400", 1)):
        path = os.path.join(keep or folder, f"{page.stem}-{name}.png")
        browse(
            browser, folder + "/p", f"--window-size={size}", f"--screenshot={path}",
            f"--blink-settings=preferredColorScheme={scheme}", page.as_uri(),
        )  # fmt: skip
        width, height, rows, channels = pixels(path)
        grounds[name] = tuple(rows[2][:3])
        colours = {row[x : x + 3] for row in rows[::4] for x in range(0, width * channels, channels * 4)}
        if len(colours) < 20:
            wrong.append(f"{name}: only {len(colours)} colours, is anything drawn?")
        # What is wider than the window runs into its right edge.
        edge = {bytes(row[-channels:][:3]) for row in rows}
        if len(edge) > 1:
            wrong.append(f"{name}: something reaches the right edge")
    if not sum(grounds["light"]) > 600 or not sum(grounds["dark"]) < 200:
        wrong.append(f"backgrounds: {grounds}")
    return wrong


def audit(folder, names):
    """What axe says of the pages; nothing where it is not installed."""
    modules = pathlib.Path(__file__).resolve().parent.parent / ".venv/node/node_modules"
    if not shutil.which("node") or not all((modules / name).is_dir() for name in ("playwright-core", "axe-core")):
        print("not here: node, playwright-core or axe-core; accessibility was not looked at")
        return []
    command = ["node", pathlib.Path(__file__).with_name("site_browser.mjs"), modules, folder, "--pages", ",".join(names)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=400, check=False)
    return [done.stdout + done.stderr] if done.returncode else []


def main(keep=None):
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    missing = [name for name in ("jinja2", "pygments") if not importlib.util.find_spec(name)]
    if missing or not browser:
        print(f"not here: {', '.join(missing + ([] if browser else ['Chromium']))}")
        return 77
    load_package()
    from graphmend.validation import report_html, triage_html

    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "model.py")
        pathlib.Path(source).write_text("def forward(x):\n    if x.sum() > 0:  # <b>&amp;\n        y = 1\n")
        texts = {
            "validate": (
                report_html.render(example(source)),
                ("models:hangs", 'class="number">2<', "GM101", "its messages differ", "slower, 1.50",
                 "faster, 0.50", 'class="change red"', "costs 0.5 ms", "0.5 ms</text>", "1 compiled graph, 1 break"),
            ),
            "triage": (
                triage_html.render(triaged(source)),
                ("3 graph breaks", "from 2 logs", "may go away with the one above", "↻ 12 ops", ">graph<",
                 "the guard that failed", "0.25 s", "12 of the graphs recompiled"),
            ),
        }  # fmt: skip
        for name, (text, expected) in texts.items():
            page = pathlib.Path(folder, name + ".html")
            page.write_text(text, encoding="utf-8")
            links = Links()
            links.feed(text)
            found = [f"asks for {links.found}"] if links.found else []
            dom = browse(browser, folder + "/p", "--dump-dom", page.as_uri())
            found += [f"{text!r} is not in the page" for text in (*expected, "&lt;script&gt;") if text not in dom]
            if "owned" in dom.partition("</title>")[0]:
                found.append("text of the report ran as a script")
            wrong += [f"{name}: {one}" for one in found + draw(browser, page, folder, keep)]
        wrong += audit(folder, [name + ".html" for name in texts])
    print(*(wrong or ["drawn in light and dark, wide and narrow"]), sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[2:]))
