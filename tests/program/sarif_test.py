#!/usr/bin/env python3
"""SARIF under Microsoft's own tool: sarif_test.py GRAPHMEND

SARIF_MULTITOOL, the PATH or ci/setup's .venv gives the program Sarif.Multitool of npm's
@microsoft/sarif-multitool; without it the tests are skipped. For each report: it fits the schema that comes with the tool, the
tool's rules for SARIF and for GitHub find no error and no warning, and each fingerprint is the one
that the tool computes from the source.
"""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

import notebook_test
import program
from program import MODEL, ProjectTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
INSTALLED = ROOT / ".venv/node/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"
MULTITOOL = shutil.which(os.environ.get("SARIF_MULTITOOL", "Sarif.Multitool")) or shutil.which(str(INSTALLED))
ODD = 'import torch\n\n@torch.compile\ndef step(x: torch.Tensor):\n    é = "%;]|<&:,*_`𝄞"; print(x, é)\n    return x.sum().item()\n'


@unittest.skipUnless(MULTITOOL, "Sarif.Multitool is not installed; SARIF_MULTITOOL may name it")
class MultitoolTest(ProjectTest):
    def multitool(self, *words):
        # It exits 0 whatever it finds, so what it writes is read.
        subprocess.run([MULTITOOL, *words, "--log", "ForceOverwrite"], cwd=self.root, check=True, capture_output=True)

    def read(self, name):
        return json.loads((self.root / name).read_text("utf-8-sig"))

    def results(self, name):
        return [result for run in self.read(name)["runs"] for result in run.get("results") or []]

    def fits(self, *arguments, folder=None):
        """Checks the report on a folder of the test's directory; how many results it has."""
        self.run_program("check", *arguments, "-o", "sarif:out.sarif", cwd=folder)
        if folder:
            shutil.move(folder / "out.sarif", self.root / "out.sarif")
        self.check_schema()
        self.multitool("validate", "out.sarif", "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning", "-o", "rules.sarif")
        self.assertEqual([(r["ruleId"], r["message"]) for r in self.results("rules.sarif")], [])
        ours = self.results("out.sarif")
        bare = self.read("out.sarif")
        for run in bare["runs"]:
            run.setdefault("originalUriBaseIds", {})["ROOT"] = {"uri": (folder or self.root).as_uri() + "/"}
            for result in run["results"]:
                result["locations"][0]["physicalLocation"]["artifactLocation"]["uriBaseId"] = "ROOT"
                del result["partialFingerprints"]
        (self.root / "bare.sarif").write_text(json.dumps(bare))
        self.multitool("rewrite", "bare.sarif", "-o", "hashed.sarif", "--insert", "RollingHashPartialFingerprints")
        hash_of = lambda result: result["partialFingerprints"]["primaryLocationLineHash"]
        self.assertEqual([hash_of(r) for r in ours], [hash_of(r) for r in self.results("hashed.sarif")])
        return len(ours)

    def check_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("jsonschema is not installed")
        schema = json.loads((pathlib.Path(MULTITOOL).resolve().parent / "sarif-2.1.0.json").read_text("utf-8-sig"))
        validator = jsonschema.validators.validator_for(schema)(schema)
        self.assertEqual([error.message for error in validator.iter_errors(self.read("out.sarif"))], [])

    def test_findings_and_none(self):
        self.assertEqual(self.fits(), 0)
        self.write({"model.py": MODEL, "odd, na%me.py": ODD, "unused.py": "x = 1  # graphmend: ignore[GM101]\n"})
        self.assertEqual(self.fits(), 5)
        self.assertEqual(self.fits("--fullgraph", "--select", "ALL", "--extend-select", "GM6"), 5)

    def test_bytes(self):
        for name, data in {
            "mark.py": b"\xef\xbb\xbf" + MODEL.encode(), "returns.py": MODEL.replace("\n", "\r\n").encode(),
            "old.py": MODEL.replace("\n", "\r").encode(), "open.py": MODEL.rstrip().encode(),
            "latin.py": b"# -*- coding: latin-1 -*-\n# \xe9\n" + MODEL.encode(),
            "tabs.py": MODEL.replace("    ", "\t").encode(), "long.py": (MODEL + "\n" * 50 + "# x" * 5000).encode(),
        }.items():
            (self.root / name).write_bytes(data)
        self.assertEqual(self.fits(), 14)

    def test_notebooks(self):
        (self.root / "model.ipynb").write_text(json.dumps(notebook_test.notebook(*notebook_test.NotebookTest.CELLS), indent=1))
        self.assertEqual(self.fits(), 2)

    def test_suppressed(self):
        self.write({"model.py": MODEL.replace("> 0:", "> 0:  # graphmend: ignore[GM101] it is meant"), "other.py": MODEL})
        self.assertEqual(self.fits(), 3)
        self.assertEqual(self.fits("--sarif-suppressions"), 4)

    def test_examples_and_snippets(self):
        for name in ("examples", "tests/snippets"):
            folder = self.root / name
            shutil.copytree(ROOT / name, folder)
            self.assertGreater(self.fits(folder=folder), 5, name)


if __name__ == "__main__":
    program.main()
