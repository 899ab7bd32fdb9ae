#!/usr/bin/env python3
"""Every output format, read as its consumers read it: formats_test.py GRAPHMEND."""
import json
import pathlib
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree

import program
from program import MODEL, ProjectTest

# GitLab's documentation of the code quality report: what it reads of each object.
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^[^/]"},
                    "lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer"}}},
                },
            },
        },
    },
}

POSITION = {
    "type": "object", "additionalProperties": False,
    "properties": {"line": {"type": "integer"}, "column": {"type": "integer"}},
}
RANGE = {"type": "object", "additionalProperties": False, "properties": {"start": POSITION, "end": POSITION}}
LOCATION = {
    "type": "object", "additionalProperties": False,
    "properties": {"path": {"type": "string"}, "range": RANGE},
}
# Reviewdog's diagnostic format, as its message definitions give it.
RDJSON = {
    "type": "object", "additionalProperties": False, "required": ["diagnostics"],
    "properties": {
        "source": {"type": "object", "required": ["name"]},
        "severity": {"type": "string"},
        "diagnostics": {"type": "array", "items": {
            "type": "object", "additionalProperties": False, "required": ["message", "location"],
            "properties": {
                "message": {"type": "string"}, "location": LOCATION,
                "severity": {"enum": ["UNKNOWN_SEVERITY", "ERROR", "WARNING", "INFO"]},
                "code": {"type": "object", "properties": {"value": {"type": "string"}, "url": {"type": "string"}}},
                "suggestions": {"type": "array", "items": {
                    "type": "object", "additionalProperties": False, "required": ["range", "text"],
                    "properties": {"range": RANGE, "text": {"type": "string"}}}},
                "related_locations": {"type": "array", "items": {
                    "type": "object", "additionalProperties": False,
                    "properties": {"message": {"type": "string"}, "location": LOCATION}}},
            }}},
    },
}

# A message with everything that some format has to escape, and a name that needs it too.
ODD = 'import torch\n\n@torch.compile\ndef step(x: torch.Tensor):\n    é = "%;]|<&:,*_`"; print(x, "%;]|<&:,*_`", é)\n    return x.sum().item()\n'


def schema_errors(schema, value):
    try:
        import jsonschema
    except ImportError:
        raise unittest.SkipTest("jsonschema is not installed") from None
    return [error.message for error in jsonschema.Draft7Validator(schema).iter_errors(value)]


class FormatsTest(ProjectTest):
    def setUp(self):
        super().setUp()
        self.write({"model.py": MODEL, "odd, na%me.py": ODD, "unused.py": "x = 1  # graphmend: ignore[GM101]\n"})
        self.findings = self.check()
        self.assertEqual(len(self.findings), 5)

    def report(self, name, *arguments):
        done = self.run_program("check", "--output-format", name, *arguments)
        self.assertEqual(done.returncode, 1, done.stderr)
        return done.stdout

    def test_json_lines(self):
        self.assertEqual([json.loads(line) for line in self.report("json-lines").splitlines()], self.findings)

    def test_concise(self):
        lines = self.report("concise").splitlines()
        self.assertRegex(lines[0], r"^model\.py:6:12: GM101 .+")
        self.assertEqual(lines[5:], ["Found 4 graph breaks (4 warnings) and 1 suppression to fix in 3 of 3 files, looking at 2 compiled",
                                     "  entries (1 by torch.compile, 1 assumed)", "2 fixable with --fix, 2 more with --unsafe-fixes"])

    def test_source_is_not_overwritten(self):
        self.write({"train": MODEL, "notes.ipynb": "{}", "other.py": "x = 1\n"})
        for path, where in (("model.py", "."), ("train", "train"), ("other.py", "model.py"), ("notes.ipynb", "model.py"),
                            ("./model.py", "model.py")):
            before = (self.root / path).read_text()
            for option in (path, f"json:{path}"):
                self.assertIn("the report would overwrite it", self.refused("check", "-o", option, where))
            self.assertEqual((self.root / path).read_text(), before)
        # What is not there yet may have any name, and what is no source may be written anew.
        for path in ("new.py", "report.json", "report.json"):
            self.assertEqual(self.run_program("check", "-o", f"json:{path}", "model.py").returncode, 1)
            self.assertEqual(len(json.loads((self.root / path).read_text())["findings"]), 2)

    def test_grouped(self):
        text = self.report("grouped")
        self.assertRegex(text, r"(?m)^model\.py:\n  6:12 GM101 .*\n  7:13 GM201 .*\n\n")
        self.assertIn("Found 4 graph breaks (4 warnings) and 1 suppression to fix", text)

    def test_pylint(self):
        for line, finding in zip(self.report("pylint").splitlines(), self.findings, strict=True):
            path, number, code = re.fullmatch(r"(.+?):(\d+): \[(\w+)\] .+", line).groups()
            self.assertEqual((path, int(number), code),
                             (finding["path"], finding["location"]["line"], finding["code"]))

    def test_github(self):
        command = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")
        unescaped = lambda text: re.sub("%([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), text)
        for line, finding in zip(self.report("github").splitlines(), self.findings, strict=True):
            kind, properties, message = command.fullmatch(line).groups()
            values = {k: unescaped(v) for k, v in (pair.split("=", 1) for pair in properties.split(","))}
            self.assertEqual(kind, finding["severity"])
            self.assertEqual(values["file"], finding["path"])
            self.assertEqual(values["title"], f"graphmend ({finding['code']})")
            self.assertEqual(int(values["line"]), finding["location"]["line"])
            self.assertEqual(int(values["endColumn"]), finding["location"]["end_column"])
            self.assertIn(finding["message"], unescaped(message))

    def test_azure(self):
        command = re.compile(r"##vso\[task\.logissue ([^\]]*)\](.*)")
        unescaped = lambda text: (text.replace("%5D", "]").replace("%3B", ";").replace("%0A", "\n")
                                  .replace("%0D", "\r").replace("%AZP25", "%"))
        for line, finding in zip(self.report("azure").splitlines(), self.findings, strict=True):
            properties, message = command.fullmatch(line).groups()
            values = {k: unescaped(v) for k, v in (p.split("=", 1) for p in properties.strip(";").split(";"))}
            self.assertIn(values["type"], ("error", "warning"))
            self.assertEqual(values["sourcepath"], finding["path"])
            self.assertEqual(int(values["columnnumber"]), finding["location"]["column"])
            self.assertEqual(unescaped(message), finding["message"])

    def test_gitlab(self):
        report = json.loads(self.report("gitlab"))
        self.assertEqual(schema_errors(GITLAB, report), [])
        self.assertEqual(len({item["fingerprint"] for item in report}), len(self.findings))
        # What is inserted above does not change what an issue is known by.
        self.write({"model.py": "# moved\n\n\n" + MODEL})
        moved = json.loads(self.report("gitlab"))
        self.assertEqual({item["fingerprint"] for item in report}, {item["fingerprint"] for item in moved})

    def test_gitlab_types(self):
        """By the compiler, with the types that Code Climate's engines are written against."""
        node = pathlib.Path(sys.prefix) / "node"
        compiler = node / "node_modules/.bin/tsc"
        if not compiler.exists() or not (node / "node_modules/codeclimate-types").exists():
            self.skipTest("typescript and codeclimate-types are not installed")
        (self.root / "node_modules").symlink_to(node / "node_modules")

        def errors(text):
            (self.root / "report.ts").write_text(
                f'import type {{ Issue }} from "codeclimate-types"\nexport const report: Issue[] = {text}\n')
            done = subprocess.run([compiler, "--noEmit", "--strict", "--target", "esnext", "--moduleResolution", "bundler",
                                   "--module", "esnext", "report.ts"], cwd=self.root, capture_output=True, text=True)
            return done.stdout + done.stderr

        text = self.report("gitlab")
        self.assertEqual(errors(text), "")
        for name in ("check_name", "severity", "begin"):
            self.assertIn("error", errors(text.replace(f'"{name}"', '"other"')))

    def test_rdjson(self):
        report = json.loads(self.report("rdjson"))
        self.assertEqual(schema_errors(RDJSON, report), [])
        for item, finding in zip(report["diagnostics"], self.findings, strict=True):
            start = item["location"]["range"]["start"]
            line = (self.root / finding["path"]).read_bytes().splitlines()[start["line"] - 1]
            before = line[: start["column"] - 1].decode()  # columns count bytes
            self.assertEqual(len(before) + 1, finding["location"]["column"])
        (removal,) = report["diagnostics"][-1]["suggestions"]
        self.assertEqual(removal["text"], "")

    def test_junit(self):
        text = self.report("junit")
        root = xml.etree.ElementTree.fromstring(text)
        self.assertEqual((root.get("tests"), root.get("failures")), ("5", "5"))
        self.assertIn(self.findings[2]["message"], [f.get("message") for f in root.iter("failure")])
        self.write({"model.py": "import torch\n\n@torch.compile\ndef f(x):\n    return x\n", "odd, na%me.py": "", "unused.py": ""})
        clean = self.run_program("check", "--output-format", "junit").stdout
        self.assertEqual(xml.etree.ElementTree.fromstring(clean).get("tests"), "1")
        try:
            import junitparser
        except ImportError:
            self.skipTest("junitparser is not installed")
        suites = junitparser.JUnitXml.fromstring(text.encode())
        cases = [case for suite in suites for case in suite]
        self.assertEqual(len(cases), 5)
        self.assertTrue(all(isinstance(case.result[0], junitparser.Failure) for case in cases))
        (case,) = [case for suite in junitparser.JUnitXml.fromstring(clean.encode()) for case in suite]
        self.assertTrue(case.is_passed)

    def test_markdown(self):
        text = self.report("markdown")
        self.assertTrue(text.startswith("## graphmend\n\nFound 4 graph breaks"))
        try:
            import markdown_it
        except ImportError:
            self.skipTest("markdown-it-py is not installed")
        tokens = markdown_it.MarkdownIt().enable("table").parse(text)
        rows = sum(token.type == "tr_open" for token in tokens)
        cells = sum(token.type in ("td_open", "th_open") for token in tokens)
        self.assertEqual(rows, 1 + 4 + 1 + 5)
        self.assertEqual(cells, 3 * 5 + 4 * 6)

    def test_sarif(self):
        run = json.loads(self.report("sarif"))["runs"][0]
        self.assertEqual([r["ruleId"] for r in run["results"]], [f["code"] for f in self.findings])
        self.assertIn("odd%2C%20na%25me.py", run["results"][2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])

    def test_more_findings_than_github_takes(self):
        step = "@torch.compile\ndef step_{}(x):\n" + "    print(x)\n" * 100 + "    return x\n"
        self.write({"many.py": "import torch\n" + "".join(map(step.format, range(251))),
                    "firm.py": "import torch\n@torch.compile(fullgraph=True)\ndef step(x):\n    print(x)\n    return x\n"})
        done = self.run_program("check", "-o", "sarif")
        run = json.loads(done.stdout)["runs"][0]
        levels = [result["level"] for result in run["results"]]
        # The most severe are kept, and it is said, in the report and to whoever runs it.
        self.assertEqual((len(levels), levels[:2]), (25000, ["error", "warning"]))
        (said,) = run["invocations"][0]["toolExecutionNotifications"]
        self.assertIn("the most severe 25000", said["message"]["text"])
        self.assertIn("25106 findings are more than GitHub takes", done.stderr)

    def test_statistics(self):
        self.assertRegex(self.report("full", "--statistics"), r"2  GM201  print-in-graph")


class SeveralReportsTest(ProjectTest):
    def test_many_outputs_at_once(self):
        self.write({"model.py": MODEL})
        done = self.run_program("check", "-o", "sarif:out.sarif", "-o", "json:out.json", "-o", "concise")
        self.assertEqual(done.returncode, 1)
        self.assertIn("model.py:6:12: GM101", done.stdout)
        self.assertEqual(len(json.loads((self.root / "out.sarif").read_text())["runs"][0]["results"]), 2)
        self.assertEqual(len(json.loads((self.root / "out.json").read_text())["findings"]), 2)

    def test_from_the_settings(self):
        self.write({"model.py": MODEL, "graphmend.toml": 'output-format = ["pylint"]\n'})
        self.assertIn("model.py:6: [GM101]", self.run_program("check").stdout)
        self.assertIn("Found", self.run_program("check", "-o", "full").stdout)
        self.write({"graphmend.toml": 'output-format = ["jsn"]\n'})
        self.assertIn("did you mean `json`?", self.refused("check"))

    def test_a_file_that_cannot_be_written(self):
        self.write({"model.py": MODEL})
        done = self.run_program("check", "-o", "sarif:no/such/out.sarif", "-o", "concise")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no/such/out.sarif", done.stderr)
        self.assertIn("GM101", done.stdout)


if __name__ == "__main__":
    program.main()
