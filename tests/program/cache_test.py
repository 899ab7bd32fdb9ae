#!/usr/bin/env python3
"""Results that are kept between runs: cache_test.py GRAPHMEND.

A record is written anew where something was analysed, as a file of its own, and only read where
nothing was; so its inode tells which.
"""
import os
import sys

import program
from program import MODEL, ProjectTest

FORMATS = ("json", "sarif", "full", "concise", "github", "markdown")


class CacheTest(ProjectTest):
    def setUp(self):
        super().setUp()
        self.cache = self.root / "kept"
        self.work = self.root / "work"
        self.work.mkdir()

    def run_program(self, *arguments, **options):
        options.setdefault("cwd", self.work)
        options.setdefault("environment", {"GRAPHMEND_CACHE_DIR": str(self.cache)})
        return super().run_program(*arguments, **options)

    def write(self, files):
        super().write({f"work/{name}": text for name, text in files.items()})

    def records(self):
        return {path: path.stat().st_ino for path in self.cache.glob("*.record")}

    def assert_anew(self, *arguments, **options):
        before = self.records()
        found = self.codes(*arguments, **options)
        self.assertNotEqual(self.records(), before, "what was kept was taken")
        return found

    def assert_kept(self, *arguments, **options):
        before = self.records()
        self.assertTrue(before)
        found = self.codes(*arguments, **options)
        self.assertEqual(self.records(), before, "it was analysed anew")
        self.assertEqual(found, self.codes("--no-cache", *arguments, **options))
        return found

    def test_kept_and_found(self):
        self.write({"model.py": MODEL, "other.py": MODEL, "broken.py": "def (:\n    import torch\n"})
        self.assertEqual(self.assert_anew(), ["GM101", "GM101", "GM201", "GM201", "GM900"])
        for form in FORMATS:
            for options in ([], ["--select", "GM1"], ["--min-severity", "error"], ["--statistics"]):
                kept, anew = (
                    self.run_program("check", how, "--output-format", form, *options) for how in ("--cache", "--no-cache")
                )
                self.assertEqual((kept.stdout, kept.stderr, kept.returncode), (anew.stdout, anew.stderr, anew.returncode))
        self.assert_kept()
        self.assertTrue((self.cache / "CACHEDIR.TAG").exists())

    def test_same_text_is_the_same(self):
        self.write({"model.py": MODEL})
        self.assert_anew()
        os.utime(self.work / "model.py", (0, 0))
        self.assert_kept()

    def test_changes_are_seen(self):
        self.write({"model.py": MODEL, "more.py": "import torch\n"})
        self.assert_anew()
        self.write({"model.py": MODEL.replace("print", "str")})
        self.assertEqual(self.assert_anew(), ["GM101"])
        self.assert_kept()
        self.write({"third.py": MODEL})
        self.assertEqual(self.assert_anew(), ["GM101", "GM101", "GM201"])
        (self.work / "third.py").unlink()
        self.assertEqual(self.assert_kept(), ["GM101"])

    def test_comments_are_seen(self):
        for comment in ("# graphmend: ignore[GM201]", "# Graphmend: ignore", "# E501 # NOQA", "# noqa: GM201"):
            self.write({"model.py": MODEL.replace('"positive")', '"positive")  ' + comment)})
            self.assertEqual(self.assert_anew(), ["GM101"], comment)
            self.assertEqual(self.assert_kept(), ["GM101"], comment)
            self.assertEqual(self.assert_kept("--ignore", "GM101"), [], comment)

    def test_what_is_imported_counts(self):
        self.write({
            "app/model.py": """\
                import torch
                from helper import say


                class Model(torch.nn.Module):
                    def forward(self, x):
                        say(x)
                        return x
                """,
            "lib/helper.py": "def say(x):\n    if x.sum() > 0:\n        return 1\n",
        })
        callers = lambda: [f["path"] for f in self.check("app", "lib", "--src", "lib")]
        self.assertEqual(callers(), ["lib/helper.py"])
        self.assert_anew("app", "--src", "lib")
        self.assert_kept("app", "--src", "lib")
        # A file that is not checked itself, and one that now comes first.
        self.write({"lib/helper.py": "def say(x):\n    return 1\n"})
        self.assert_anew("app", "--src", "lib")
        self.write({"app/helper.py": "def say(x):\n    print(x)\n"})
        self.assertEqual(self.assert_anew("app/model.py", "--src", "lib"), ["GM306"])
        (self.work / "app/helper.py").unlink()
        self.assert_anew("app/model.py", "--src", "lib")

    def test_settings_count(self):
        self.write({"model.py": MODEL.replace('print("positive")', "return x.sum().item()")})
        super().write({"stubs/own.pyi": "x: int\n"})
        self.assert_anew()
        self.assertEqual(self.assert_kept("--select", "GM101"), ["GM101"])
        self.assert_anew("--target-torch", "2.9")
        self.assert_anew("--fullgraph")
        self.assert_anew("--config", "dynamo.capture_scalar_outputs=true")
        self.assert_anew("--side-effects", "inline")
        self.assert_anew("--outline")
        self.assert_anew("--stubs", "../stubs")
        self.assert_kept("--stubs", "../stubs")
        super().write({"stubs/own.pyi": "x: str\n"})
        self.assert_anew("--stubs", "../stubs")
        self.assert_kept()

    def test_directories_are_told_apart(self):
        self.write({"a/model.py": MODEL, "b/model.py": MODEL.replace("print", "str")})
        for folder, found in (("a", ["GM101", "GM201"]), ("b", ["GM101"])):
            self.assertEqual(self.assert_anew("model.py", cwd=self.work / folder), found)
        self.assertEqual(self.assert_kept("model.py", cwd=self.work / "a"), ["GM101", "GM201"])

    def test_input_and_notebooks(self):
        self.assertEqual(self.assert_anew("-", stdin=MODEL), ["GM101", "GM201"])
        self.assertEqual(self.assert_kept("-", stdin=MODEL), ["GM101", "GM201"])
        self.assertEqual(self.assert_anew("-", stdin="import torch\n"), [])

    def test_baseline(self):
        self.write({"model.py": MODEL})
        self.run_program("check", "--update-baseline")
        self.assertEqual(self.assert_kept("--baseline", "graphmend-baseline.json"), [])

    def test_fixes_are_made_anew(self):
        self.write({"model.py": MODEL})
        self.assert_anew()
        done = self.run_program("check", "--fix", "--unsafe-fixes", "--exit-zero")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.assert_anew(), [])

    def test_without(self):
        self.write({"model.py": MODEL})
        self.codes("--no-cache")
        self.write({"graphmend.toml": "cache = false\n"})
        self.codes()
        self.assertFalse(self.cache.exists())
        self.codes("--cache")
        self.assertTrue(self.records())

    def test_directory(self):
        self.write({"model.py": MODEL, "graphmend.toml": 'cache-dir = "own"\n'})
        self.codes()
        self.assertTrue(list((self.work / "own").glob("*.record")))
        self.codes("--cache-dir", "given")
        self.assertTrue(list((self.work / "given").glob("*.record")))
        self.assertFalse(self.cache.exists())

    def test_damage_is_noticed(self):
        self.write({"model.py": MODEL})
        want = self.assert_anew()
        (record,) = self.records()
        whole = record.read_bytes()
        for at in sorted({0, 1, len(whole) - 1, *range(2, len(whole), max(1, len(whole) // 40))}):
            for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1:]):
                record.write_bytes(damaged)
                self.assertEqual(self.codes(), want, at)

    def test_nowhere_to_write(self):
        self.write({"model.py": MODEL})
        (self.root / "file").write_text("")
        for directory in (str(self.root / "file"), "/proc/none" if sys.platform == "linux" else ""):
            done = self.run_program("check", "-o", "concise", environment={"GRAPHMEND_CACHE_DIR": directory})
            self.assertEqual((done.returncode, done.stderr), (1, ""))

    def test_unreadable_is_still_said(self):
        self.write({"model.py": MODEL})
        (self.work / "bytes.py").write_bytes(b"import torch\nx = '\xff'\n")
        first, second = (self.run_program("check") for _ in range(2))
        self.assertEqual((first.stdout, first.stderr, first.returncode), (second.stdout, second.stderr, second.returncode))
        self.assertEqual(first.returncode, 2)
        (self.work / "bytes.py").write_text("import torch\n")
        self.assertEqual(self.run_program("check").returncode, 1)


if __name__ == "__main__":
    program.main()
