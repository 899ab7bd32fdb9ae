#!/usr/bin/env python3
"""The site builds, and all of it leads somewhere: site_test.py GRAPHMEND [FOLDER]

Builds it (site/build.py, strict), follows every link to a file and to an anchor in it, looks for
what would ask another server, and searches the index. With Chromium, and playwright-core and
axe-core from npm (ci/setup --tools), pages are opened at desktop and phone width, light and dark
(site_browser.mjs). Exit status 77 without mkdocs-material. FOLDER keeps the site.
"""
import html.parser
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
NODE = ROOT / ".venv/node/node_modules"
MODULE = ROOT / "build-wasm/wasm"
GRAPHMEND = ""
SITE = pathlib.Path()


class Page(html.parser.HTMLParser):
    """The ids of a page, where it leads, and what it loads."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids.update(given[key] for key in ("id", "name") if given.get(key))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag == "link" and given.get("href") and given.get("rel") not in ("canonical", "prev", "next"):
            self.loads.append(given["href"])
        elif tag in ("script", "img", "iframe", "source", "video") and given.get("src"):
            self.loads.append(given["src"])


def output(*arguments):
    return subprocess.run([GRAPHMEND, *arguments], check=True, capture_output=True, text=True).stdout


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = {path.relative_to(SITE).as_posix(): Page(path) for path in sorted(SITE.rglob("*.html"))}

    def test_links(self):
        broken = []
        for name, page in self.pages.items():
            if name == "404.html":  # its links are absolute, for it is shown at any depth
                continue
            for link in page.links + page.loads:
                parts = urllib.parse.urlsplit(link)
                if parts.scheme or link.startswith("//"):
                    continue
                to = os.path.normpath(os.path.join(os.path.dirname(name), parts.path)) if parts.path else name
                if not (SITE / to).is_file():
                    broken.append(f"{name}: {link} leads nowhere")
                elif parts.fragment and to in self.pages and parts.fragment not in self.pages[to].ids:
                    broken.append(f"{name}: {link} has no such place")
        self.assertEqual(broken, [])

    def test_asks_no_other_server(self):
        asked = [f"{name}: {load}" for name, page in self.pages.items() for load in page.loads
                 if re.match(r"([a-z]+:)?//", load)]
        for path in SITE.rglob("*.css"):
            asked += [f"{path.name}: {url}" for url in re.findall(r"url\((?:https?:)?//[^)]*\)", path.read_text())]
        self.assertEqual(asked, [])

    def test_pages_of_rules_ids_fixes_and_projects(self):
        rules = json.loads(output("rules", "--output-format", "json"))["rules"]
        self.assertEqual([r["code"] for r in rules if f"rules/{r['code']}.html" not in self.pages], [])
        ids = {gb for rule in rules for gb in rule["gb_ids"]}
        self.assertEqual({gb for gb in ids if f"graph-breaks/{gb}.html" not in self.pages}, set())
        known = json.loads((ROOT / "rules/gb_registry.json").read_text())["ids"]
        listed = (SITE / "graph-breaks.html").read_text(encoding="utf-8")
        self.assertEqual([gb for gb in known if f">{gb}</a>" not in listed], [])
        projects = re.findall(r"(?m)^\| [^|]+ \| [\w-]+/[\w-]+ \|", (ROOT / "docs/projects.md").read_text())
        self.assertEqual(len([n for n in self.pages if n.startswith("projects/")]), len(projects))
        fixes = [name for name in self.pages if name.startswith("fixes/")]
        known = json.loads(output("fixes", "--output-format", "json"))["fixes"]
        self.assertEqual(sorted(fixes), sorted(f"fixes/{fix['name']}.html" for fix in known))
        for name in fixes:
            text = (SITE / name).read_text(encoding="utf-8")
            self.assertTrue(re.search('class="g[id]"', text) and 'class="hll"' in text and "# error" not in text, name)

    def test_code_is_highlighted_and_breaks_are_marked(self):
        text = (SITE / "rules/GM106.html").read_text(encoding="utf-8")
        self.assertTrue('class="hll"' in text and "# breaks" in text)
        self.assertFalse("# error" in text)

    def test_first_page_shows_what_the_program_says(self):
        text = (SITE / "index.html").read_text(encoding="utf-8")
        self.assertEqual(text.count('class="gm-broken"'), 2)
        missing = [shown for shown in ("GM103", "GM106", "GM201", "graphmend.runtime") if shown not in text]
        self.assertEqual(missing, [])

    def test_search(self):
        index = json.loads((SITE / "search/search_index.json").read_text(encoding="utf-8"))["docs"]
        places = {entry["location"]: entry["title"] for entry in index}
        self.assertIn("branch-on-tensor", places["rules/GM101.html"])
        self.assertIn("Data-dependent branching", places["graph-breaks/GB0170.html"])
        self.assertTrue(any(entry["location"].startswith("settings.html#") for entry in index))

    def test_settings_are_those_of_the_program(self):
        for form, name in (("markdown", "settings.md"), ("schema", "graphmend.schema.json")):
            said = output("config", "--output-format", form)
            self.assertEqual(said, (ROOT / "docs" / name).read_text(), f"graphmend config --output-format {form}")

    def test_in_a_browser(self):
        absent = [name for name in ("playwright-core", "axe-core") if not (NODE / name).is_dir()]
        absent += [name for name in ("node", "chromium") if not shutil.which(name)]
        if absent:
            self.skipTest(f"not here: {', '.join(absent)}")
        done = subprocess.run(
            ["node", ROOT / "tests/site_browser.mjs", NODE, SITE, *([] if not module() else ["--playground"])],
            capture_output=True, text=True, timeout=900, check=False,
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


def module():
    return MODULE if (MODULE / "graphmend_wasm.wasm").is_file() else None


def main():
    global GRAPHMEND, SITE
    if not importlib.util.find_spec("material"):
        print("mkdocs-material is missing: ci/setup --tools installs it")
        return 77
    GRAPHMEND = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        SITE = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else folder).resolve()
        command = [sys.executable, ROOT / "site/build.py", GRAPHMEND, SITE]
        if module():
            command += ["--module", module()]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stdout + done.stderr)
            return 1
        return 0 if unittest.main(argv=sys.argv[:1], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
