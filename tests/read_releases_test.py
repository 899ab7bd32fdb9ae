#!/usr/bin/env python3
"""ci/read_releases.py on wheels made up here: read_releases_test.py. Needs nothing."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


class ReadReleasesTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "ci").mkdir()
        (self.folder / "rules").mkdir()
        shutil.copy(ROOT / "ci" / "read_releases.py", self.folder / "ci")
        self.titles = {"GB0001": "One", "GB0002": "Two"}
        (self.folder / "rules" / "gb_registry.json").write_text(json.dumps({"torch": "2.9", "ids": self.titles}))
        self.wheels = [self.wheel("2.7.1", None), self.wheel("2.9.0", ["GB0001", "GB0002"]), self.wheel("2.8.0", ["GB0001"])]

    def wheel(self, release, ids):
        path = self.folder / f"torch-{release}-cp311-none-any.whl"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("torch/version.py", "")
            if ids is not None:
                registry = {gb: [{"Gb_type": self.titles.get(gb, "")}] for gb in ids}
                archive.writestr("torch/_dynamo/graph_break_registry.json", json.dumps(registry))
        return path

    def run_on(self, wheels, *options):
        command = [sys.executable, self.folder / "ci" / "read_releases.py", *wheels, *options]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_first_release_of_each_id(self):
        status, said = self.run_on(self.wheels)
        self.assertEqual((status, "--write" in said), (1, True))
        self.assertEqual(self.run_on(self.wheels, "--write"), (0, ""))
        self.assertEqual((self.folder / "rules" / "gb_since.txt").read_text(), "GB0001 2.8\nGB0002 2.9\n")
        self.assertEqual(self.run_on(self.wheels), (0, ""))

    def test_what_does_not_fit(self):
        self.assertIn("no wheel has GB0002", self.run_on(self.wheels[::2], "--write")[1])
        self.assertIn("not a wheel of torch", self.run_on([self.folder / "numpy-2.0.0-any.whl"])[1])
        gone = self.wheel("2.10.0", ["GB0002"])
        self.assertIn("torch 2.10 no longer has GB0001", self.run_on([*self.wheels, gone])[1])
        other = self.wheel("2.9.1", ["GB0001", "GB0002", "GB0003"])
        self.assertIn("other ids than the newest wheel", self.run_on([self.wheels[2], other])[1])


if __name__ == "__main__":
    unittest.main()
