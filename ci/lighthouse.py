#!/usr/bin/env python3
"""What Lighthouse says of the site and of both HTML reports: lighthouse.py SITE [--least N] [PAGE…]

SITE is a folder that site/build.py made. Each page is opened in a headless Chromium as a phone and as a
desktop, served with compression as the site is; performance must come to N, 95 unless given, and
accessibility (axe) to 100. What else the machine does lowers performance: a page below N is measured twice
more, and the median counts. Lighthouse comes from npm into .venv/node. Without PAGEs: the landing page, a
rule, a page of the manual, the playground, and the reports of tests/html_report_test.py. Exit status 77:
no npm or no Chromium.
"""
import argparse
import functools
import gzip
import http.server
import importlib.util
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
NODE = ROOT / ".venv/node"
PACKAGE = "lighthouse@12"
PAGES = ["index.html", "rules/GM101.html", "fixing.html", "playground.html"]
COMPRESSED = {".html", ".js", ".css", ".svg", ".json", ".wasm", ".xml"}


class Handler(http.server.SimpleHTTPRequestHandler):
    """`folders`: where a path is looked for, in this order."""

    def __init__(self, *arguments, folders, **options):
        self.folders = folders
        super().__init__(*arguments, **options)

    def do_GET(self):
        name = self.path.split("?")[0].lstrip("/") or "index.html"
        path = next((folder / name for folder in self.folders if (folder / name).is_file()), None)
        if not path:
            return self.send_error(404)
        data = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Cache-Control", "max-age=600")
        if path.suffix in COMPRESSED:
            data = gzip.compress(data)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def write_reports(folder):
    """The pages of validate and triage that their test draws; their names."""
    spec = importlib.util.spec_from_file_location("html_report_test", ROOT / "tests/html_report_test.py")
    test = importlib.util.module_from_spec(spec)
    sys.argv[1:] = [str(ROOT / "python/graphmend")]
    spec.loader.exec_module(test)
    test.load_package()
    from graphmend.validation import report_html, triage_html

    source = folder / "model.py"
    source.write_text("def forward(x):\n    if x.sum() > 0:\n        y = 1\n")
    (folder / "validate-report.html").write_text(report_html.render(test.example(str(source))), encoding="utf-8")
    (folder / "triage-report.html").write_text(triage_html.render(test.triaged(str(source))), encoding="utf-8")
    return ["validate-report.html", "triage-report.html"]


def measure(url, form, folder, browser):
    """The scores, from 0 to 100, by category."""
    out = folder / "result.json"
    command = [NODE / "node_modules/.bin/lighthouse", url, "--only-categories=performance,accessibility", "--quiet",
               "--output=json", f"--output-path={out}", "--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
    command += ["--preset=desktop"] if form == "desktop" else []
    subprocess.run(command, check=True, timeout=300, env={**os.environ, "CHROME_PATH": browser})
    categories = json.loads(out.read_text())["categories"]
    return {name: round(100 * (category["score"] or 0)) for name, category in categories.items()}


def judge(url, form, folder, browser, least):
    """Performance and accessibility of a page, and whether both suffice."""
    runs = [measure(url, form, folder, browser)]
    if runs[0]["performance"] < least:
        runs += [measure(url, form, folder, browser) for _ in range(2)]
    measured = [run["performance"] for run in runs]
    performance, accessibility = statistics.median(measured), min(run["accessibility"] for run in runs)
    of = f" (median of {', '.join(map(str, measured))})" if len(runs) > 1 else ""
    text = f"performance {performance}{of}, accessibility {accessibility}"
    return text, performance >= least and accessibility == 100


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("pages", nargs="*", metavar="PAGE")
    parser.add_argument("--least", type=int, default=95)
    options = parser.parse_args()
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if not browser or not shutil.which("npm"):
        print("not here: npm or Chromium")
        return 77
    if not (NODE / "node_modules/lighthouse").is_dir():
        subprocess.run(["npm", "install", "--prefix", NODE, "--silent", "--no-fund", "--no-audit", PACKAGE], check=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        pages = options.pages or PAGES + write_reports(folder)
        handler = functools.partial(Handler, folders=[options.site.resolve(), folder])
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        low = 0
        for page in pages:
            for form in ("phone", "desktop"):
                url = f"http://127.0.0.1:{server.server_port}/{page}"
                text, enough = judge(url, form, folder, browser, options.least)
                print(f"{page}, {form}: {text}", flush=True)
                low += not enough
        server.shutdown()
    return int(low > 0)


if __name__ == "__main__":
    sys.exit(main())
