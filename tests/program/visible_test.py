"""What is checked may hold anything; what is shown of it steers no terminal, no job and no page."""
import html.parser
import json
import os
import pathlib
import re
import sys
import xml.etree.ElementTree

import program
from program import ProjectTest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from graphmend.validation import visible  # noqa: E402

FORMATS = ["full", "concise", "grouped", "json", "json-lines", "sarif", "github", "gitlab", "azure", "junit", "rdjson",
           "pylint", "markdown"]
NAMES = [
    b"nl\nx.py", b"esc\x1b[31mred\x1b[0m.py", b"osc\x1b]0;title\x07.py", b"\xff\xfe.py", b"::error title=pwn::x.py",
    b"##vso[task.setvariable variable=A]b.py", b"##[error]x.py", b"a\"b<c>&'d.py", b"%0A%25.py", b"sp ace.py",
    b"|pipe`tick.py", b"[l](http:evil).py", b"\xe2\x80\xaertl.py", b"\r.py", b"a\tb.py", b"-o.py", b"--fix.py", b"@x.py",
    b"$(touch pwned).py", b"c1\xc2\x9b31m.py", b"?q#frag.py", b"C:\\x.py", b"<img src=x onerror=alert(1)>.py",
    b"\n::add-mask::x.py", b"zero\xe2\x80\x8bwidth.py", b"line\xe2\x80\xa8end.py", b"tag\xf3\xa0\x81\x81.py",
]
HOSTILE = b"\x1b[31m\xc2\x9b32m\xe2\x80\xae ::error::x ##[error]y ##vso[task.x]z"
SOURCE = b"""import torch
@torch.compile
def f(x):
    \"\"\"
::add-mask::e
    ::error title=x::y
##[error]z
\"\"\"
    name = "@"
    print("@", x.sum().item())
    if x.sum() > 0 and name == "@ `[l](http://evil.example) <b>@somebody</b> www.evil.example":
        x = x.sort("@")
    return x
""".replace(b"@\"", HOSTILE + b'"').replace(b"\"@ ", b'"' + HOSTILE + b" ")
OWN_CODES = {"0", "1", "2", "1;31", "1;33", "1;36", "1;34", "1;32"}
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff"
                         "\ufff9-\ufffb\U000e0000-\U000e007f]")


class VisibleTest(ProjectTest):
    def setUp(self):
        super().setUp()
        self.names = []
        for name in NAMES:
            try:
                path = os.path.join(os.fsencode(self.root), name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(SOURCE)
                self.names.append(name)
            except OSError:
                pass  # what a file system does not take
        os.mkdir(self.root / "d\x1b[31m")
        (self.root / "d\x1b[31m/graphmend.toml").write_text('baseline = "\\u001b[31mX"\nselect = ["ALL"]\n')
        (self.root / "d\x1b[31m/m.py").write_bytes(SOURCE)

    def run_bytes(self, *arguments, **options):
        import subprocess
        return subprocess.run([program.GRAPHMEND, *arguments], cwd=self.root, capture_output=True, timeout=120,
                              env={**os.environ, "GRAPHMEND_CACHE_DIR": "", "NO_COLOR": "1", **options})

    def assert_harmless(self, data, where, own="", joins=""):
        text = data.decode()  # it is UTF-8
        for codes in re.findall("\x1b\\[([0-9;]*)m", text):
            self.assertIn(codes, OWN_CODES, where)
        text = re.sub("\x1b\\[[0-9;]*m", "", text)
        found = UNPRINTABLE.search(text.replace(joins, "") if joins else text)
        self.assertIsNone(found, (where, found and text[max(0, found.start() - 60):found.end() + 60]))
        for line in text.splitlines():
            if own and line.startswith(own):
                line = line[len(own):]
            self.assertFalse(line.lstrip().startswith("::"), (where, line))
            self.assertNotIn("##[", line, where)
            self.assertNotIn("##vso[", line, where)

    def test_every_format(self):
        own = {"github": "::", "azure": "##vso["}
        for name in FORMATS:
            for color in ("never", "always"):
                done = self.run_bytes("check", "-o", name, "--color", color, ".")
                self.assertEqual(done.returncode, 1, done.stderr)
                joins = "@\u200b" if name == "markdown" else ""
                self.assert_harmless(done.stdout, (name, color), own.get(name, ""), joins)
                self.assert_harmless(done.stderr, (name, color))
                self.assertGreater(len(done.stdout), 2000)

    def test_formats_still_say_what_is_there(self):
        # Bytes that are no UTF-8 have no way to be in JSON.
        want = {os.fsdecode(name) for name in self.names if name != b"\xff\xfe.py"}
        found = json.loads(self.run_bytes("check", "-o", "json", ".").stdout)["findings"]
        self.assertLessEqual(want, {finding["path"] for finding in found})
        lines = self.run_bytes("check", "-o", "json-lines", ".").stdout.splitlines()
        self.assertLessEqual(want, {json.loads(line)["path"] for line in lines})
        xml.etree.ElementTree.fromstring(self.run_bytes("check", "-o", "junit", ".").stdout)
        log = json.loads(self.run_bytes("check", "-o", "sarif", ".").stdout)
        self.assertGreaterEqual(len(log["runs"][0]["results"]), len(want))

    def test_markdown_has_no_links_and_no_html(self):
        try:
            import markdown_it
        except ImportError:
            self.skipTest("markdown-it-py is not installed")
        text = self.run_bytes("check", "-o", "markdown", ".").stdout.decode()
        page = markdown_it.MarkdownIt("gfm-like" if self.has_linkify() else "commonmark",
                                      {"linkify": self.has_linkify()}).enable("table").render(text)
        tags = set()
        parser = html.parser.HTMLParser()
        parser.handle_starttag = lambda tag, attributes: tags.add(tag)
        parser.feed(page)
        self.assertLessEqual(tags, {"h2", "p", "table", "thead", "tbody", "tr", "th", "td", "code"})
        for row in re.findall("<tr>(.*?)</tr>", page, re.DOTALL):
            self.assertIn(len(re.findall("<t[hd]", row)), (3, 4), row)

    @staticmethod
    def has_linkify():
        try:
            import linkify_it  # noqa: F401
            return True
        except ImportError:
            return False

    def test_commands(self):
        plain = b"a\xc2\x9b.py"
        with open(os.path.join(os.fsencode(self.root), plain), "wb") as file:
            file.write(SOURCE)
        for words in (["why", plain + b":10"], ["why", plain + b":11"], ["entries", "."], ["config", "d\x1b[31m"],
                      ["check", "--diff", "--unsafe-fixes", "."], ["check", "--diff", "--unsafe-fixes", plain],
                      ["check", "--statistics", "."], ["check", "--verbose", "--exit-zero", plain],
                      ["check", "no\x1b[31m::x"], ["check", "--select", "\x1b[31m"], ["config", "::x\x1b"],
                      ["why", "\n::x:1"], ["explain", "\x1b[31m"], ["dump", "--stage", "syntax", plain],
                      ["dump", "--stage", "names", plain], ["dump", "--stage", "flow", plain],
                      ["dump", "--stage", "facts", plain], ["dump", "--stage", "flow", "--output-format", "mermaid", plain],
                      ["check", "--config", "\x1b[31m=1"], ["check", "--baseline", "\x1b[31m"]):
            for color in ({}, {"NO_COLOR": "", "FORCE_COLOR": "1"}):
                done = self.run_bytes(*words, **color)
                self.assertGreaterEqual(done.returncode, 0, words)
                self.assert_harmless(done.stdout, (words, color))
                self.assert_harmless(done.stderr, (words, color))
                self.assertNotIn(b"GM000", done.stderr)

    def test_a_diff_in_a_file_is_exact(self):
        text = 'import torch\nimport warnings\n\n\n# \x1b[31m\n@torch.compile\ndef f(x):\n    warnings.warn("a")\n    return x\n'
        self.write({"only/a.py": text})
        done = self.run_program("check", "--diff", "only/a.py")
        self.assertIn("could control a terminal", done.stderr)
        self.assertNotIn("\x1b", done.stdout)
        done = self.run_program("check", "--diff", "-o", "fix.diff", "only/a.py")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("\x1b[31m", (self.root / "fix.diff").read_text())

    def test_the_package_does_the_same(self):
        # What unit tests ask of src/base/visible.h.
        self.assertEqual(visible.visible("a\n \t::x\r\n::y\rz\u202e\u009b"), "a\n \t: :x\r\n: :y\ufffdz\ufffd\ufffd")
        self.assertEqual(visible.visible("a ##[error]x ##vso[task.x]y ## # ###[x"), "a # #[error]x # #vso[task.x]y ## # ## #[x")
        self.assertEqual(visible.one_line("::error::x\nmore"), ": :error::x")
        self.assertEqual(visible.markdown("[l](u) <i> *m* | #1 http://x www.x.y"),
                         r"\[l\](u) \<i\> \*m\* \| \#1 http:\//x www\.x.y")
        for text, want in (("a|b", r"`a\|b`"), ("a`b``c", "```a`b``c```"), ("`", "`` ` ``"), ("", "` `")):
            self.assertEqual(visible.markdown_code(text), want)
        self.assertEqual(visible.html("<a>\x1b"), "&lt;a&gt;\ufffd")
        self.assertEqual(json.loads(visible.json_text(json.dumps("##[x ##vso[y"))), "##[x ##vso[y")
        self.assertNotIn("##[", visible.json_text(json.dumps("##[x")))


if __name__ == "__main__":
    program.main()
