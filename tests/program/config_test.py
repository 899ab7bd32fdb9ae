#!/usr/bin/env python3
"""Settings, as the whole program takes them: config_test.py GRAPHMEND."""
import json
import subprocess

import program
from program import MODEL, ProjectTest


class SelectTest(ProjectTest):
    def test_pyproject(self):
        self.write({"pyproject.toml": '[tool.graphmend]\nselect = ["GM2"]\n', "model.py": MODEL})
        self.assertEqual(self.codes(), ["GM201"])

    def test_own_file_wins_in_one_directory(self):
        self.write({
            "pyproject.toml": '[tool.graphmend]\nselect = ["GM2"]\n',
            "graphmend.toml": 'select = ["GM1"]\n', "model.py": MODEL,
        })
        self.assertEqual(self.codes(), ["GM101"])

    def test_hierarchical_nearest_wins(self):
        self.write({
            "graphmend.toml": 'select = ["GM1"]\n', "model.py": MODEL,
            "deep/pyproject.toml": "[tool.graphmend]\nselect = ['GM2']\n", "deep/er/model.py": MODEL,
            "other/pyproject.toml": "[tool.black]\n", "other/model.py": MODEL,
        })
        found = {(f["path"], f["code"]) for f in self.check()}
        self.assertEqual(found, {("model.py", "GM101"), ("deep/er/model.py", "GM201"), ("other/model.py", "GM101")})

    def test_extend_select_and_command_line(self):
        self.write({"graphmend.toml": 'select = ["GM1"]\n', "model.py": MODEL})
        self.assertEqual(self.codes("--extend-select", "print-in-graph"), ["GM101", "GM201"])
        self.assertEqual(self.codes("--select", "GM2"), ["GM201"])
        self.assertEqual(self.codes("--ignore", "GM101"), [])
        self.assertEqual(self.codes("--isolated"), ["GM101", "GM201"])

    def test_config_option(self):
        self.write({"graphmend.toml": 'select = ["GM1"]\n', "strict/s.toml": "select=['GM2']\n", "model.py": MODEL})
        self.assertEqual(self.codes("--config", "select=['GM2']"), ["GM201"])
        self.assertEqual(self.codes("--config", "strict/s.toml"), ["GM201"])
        self.assertEqual(self.codes("--config", "strict/s.toml", "--config", "select=['GM1']"), ["GM101"])
        self.assertEqual(self.codes("--config", "strict/s.toml", "--select", "GM1"), ["GM101"])
        self.assertIn("nosuch.toml: does not exist", self.refused("check", "--config", "nosuch.toml"))
        self.assertIn("cannot be used together", self.refused("check", "--isolated", "--config", "strict/s.toml"))

    def test_per_file_ignores(self):
        self.write({
            "graphmend.toml": '[per-file-ignores]\n"tests/**" = ["ALL"]\n"*_old.py" = ["print-in-graph"]\n',
            "model.py": MODEL, "tests/model.py": MODEL, "model_old.py": MODEL,
        })
        found = sorted((f["path"], f["code"]) for f in self.check())
        self.assertEqual(found, [("model.py", "GM101"), ("model.py", "GM201"), ("model_old.py", "GM101")])
        self.assertEqual(self.codes("--per-file-ignores", "*.py:GM1"), ["GM201"] * 3)


class SeverityTest(ProjectTest):
    def test_severity_per_rule(self):
        self.write({"graphmend.toml": 'severity = { GM101 = "error", GM2 = "note" }\n', "model.py": MODEL})
        found = {f["code"]: (f["severity"], f["firm"]) for f in self.check()}
        self.assertEqual(found, {"GM101": ("error", True), "GM201": ("note", True)})
        self.assertEqual(self.codes("--severity", "GM201=off"), ["GM101"])

    def test_min_severity(self):
        self.write({"graphmend.toml": 'severity = { GM101 = "error", GM2 = "note" }\n', "model.py": MODEL})
        self.assertEqual([self.codes("--min-severity", least) for least in ("note", "warning", "error")],
                         [["GM101", "GM201"], ["GM101"], ["GM101"]])
        self.write({"graphmend.toml": 'min-severity = "error"\n'})
        self.assertEqual(self.codes(), [])
        self.assertEqual(self.codes("--fullgraph"), ["GM101", "GM201"])

    def test_fail_on(self):
        self.write({"model.py": MODEL})
        status = lambda *arguments: self.run_program("check", *arguments).returncode
        self.assertEqual(status(), 1)
        self.assertEqual(status("--fail-on", "error"), 0)
        self.assertEqual(status("--fail-on", "never"), 0)
        self.assertEqual(status("--fail-on", "error", "--severity", "GM201=error"), 1)
        self.assertEqual(status("--exit-zero"), 0)


class FilesTest(ProjectTest):
    def test_exclude(self):
        self.write({
            "graphmend.toml": 'extend-exclude = ["old/", "*_pb2.py"]\n', "model.py": MODEL,
            "old/model.py": MODEL, "new/a_pb2.py": MODEL, ".venv/model.py": MODEL,
        })
        self.assertEqual({f["path"] for f in self.check()}, {"model.py"})
        self.assertEqual({f["path"] for f in self.check("--exclude", "new")}, {".venv/model.py", "model.py"})
        # A nested file says what is left out below it.
        self.write({"sub/graphmend.toml": 'exclude = ["/gone.py"]\n', "sub/gone.py": MODEL, "sub/x/gone.py": MODEL})
        self.assertEqual({f["path"] for f in self.check("sub")}, {"sub/x/gone.py"})

    def test_force_exclude(self):
        self.write({"graphmend.toml": 'extend-exclude = ["old/"]\n', "old/model.py": MODEL})
        self.assertEqual(len(self.check("old/model.py")), 2)
        self.assertEqual(self.check("--force-exclude", "old/model.py"), [])
        self.assertEqual(self.check("--force-exclude", "old"), [])
        self.assertEqual(len(self.check("--config", "force-exclude=true", "--no-force-exclude", "old")), 2)

    def test_gitignore(self):
        self.write({".git/HEAD": "", ".gitignore": "gen.py\n", "gen.py": MODEL})
        self.assertEqual(self.check(), [])
        self.assertEqual(len(self.check("--no-respect-gitignore")), 2)


class WholeProjectTest(ProjectTest):
    FILES = {
        "caller.py": "import torch\nfrom helper import helper\n\n@torch.compile\ndef f(x):\n    print(1)\n    return helper(x)\n",
        "helper.py": "def helper(x):\n    print(x)\n    return x\n",
    }

    def test_context(self):
        self.write(self.FILES)
        self.assertEqual(self.check("helper.py"), [])
        self.assertEqual([f["path"] for f in self.check("--context", ".", "helper.py")], ["helper.py"])
        self.assertEqual([f["path"] for f in self.check("--context=caller.py", "helper.py")], ["helper.py"])

    def test_stdin(self):
        self.write(self.FILES)
        found = self.check("-", "--stdin-filename", "helper.py", "--context", ".", stdin="\n" + self.FILES["helper.py"])
        self.assertEqual([(f["path"], f["location"]["line"]) for f in found], [("helper.py", 3)])

    def test_watch(self):
        self.write(self.FILES)
        process = subprocess.Popen([program.GRAPHMEND, "check", "--watch", "-o", "concise"], cwd=self.root,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(lambda: (process.kill(), process.stdout.close(), process.wait()))
        self.assertEqual([process.stdout.readline().split(":")[0] for _ in range(2)], ["caller.py", "helper.py"])
        self.assertIn("Found 2", process.stdout.readline())
        self.assertIn("1 fixable with --fix", process.stdout.readline())
        self.write({"helper.py": "def helper(x):\n    return x\n"})
        self.assertTrue(process.stdout.readline().startswith("caller.py"))
        self.assertIn("Found 1", process.stdout.readline())
        self.assertIn("1 fixable with --fix", process.stdout.readline())
        self.write({"graphmend.toml": "slect = 1\n"})
        self.write({"graphmend.toml": "ignore = ['GM2']\n"})
        self.assertIn("No graph break", process.stdout.readline())


class AnalysisTest(ProjectTest):
    ITEM = "import torch\n\n@torch.compile\ndef step(x):\n    return x * x.max().item()\n"
    MASK = "import torch\n\n@torch.compile\ndef step(x: torch.Tensor):\n    return x[x > 0]\n"

    def test_dynamo_flags(self):
        self.write({"item.py": self.ITEM, "mask.py": self.MASK})
        self.assertEqual(self.codes("item.py"), ["GM106"])
        self.assertEqual(self.codes("item.py", "--config", "dynamo.capture_scalar_outputs=true"), [])
        self.assertEqual(self.codes("mask.py"), ["GM402"])
        self.assertEqual(self.codes("mask.py", "--config", "dynamo.capture_dynamic_output_shape_ops=true"), [])

    def test_settings_of_each_file_decide_its_analysis(self):
        self.write({
            "a/item.py": self.ITEM, "b/item.py": self.ITEM,
            "b/graphmend.toml": "dynamo.capture_scalar_outputs = true\n",
        })
        self.assertEqual([f["path"] for f in self.check()], ["a/item.py"])

    def test_fullgraph(self):
        self.write({"model.py": MODEL})
        self.assertEqual({f["severity"] for f in self.check("--fullgraph")}, {"error"})

    def test_entry_points(self):
        code = "import torch\n\ndef step(x: torch.Tensor):\n    print(x)\n\nclass Runner:\n    def __call__(self, x):\n        print(1)\n"
        self.write({"pkg/__init__.py": "", "pkg/steps.py": code})
        self.assertEqual(self.codes(), [])
        self.assertEqual(self.codes("--entry-points", "pkg.steps.step"), ["GM201"])
        self.assertEqual(self.codes("--entry-points", "pkg.steps:Runner.__call__"), ["GM201"])
        self.write({"graphmend.toml": 'entry-points = ["pkg.steps.step", "pkg.steps.Runner"]\n'})
        self.assertEqual(self.codes(), ["GM201", "GM201"])
        done = self.run_program("check", "--entry-points", "pkg.steps.stop")
        self.assertIn("nothing in view is called `pkg.steps.stop`", done.stderr)

    def test_assume_compiled(self):
        self.write({"model.py": MODEL})
        self.assertEqual(self.codes("--assume-compiled", "explicit"), [])
        self.assertEqual(self.codes("--assume-compiled", "auto"), ["GM101", "GM201"])
        # A file that says what is compiled is taken at its word.
        self.write({"model.py": MODEL + "\n\n@torch.compile\ndef f(x):\n    print(x)\n    return x\n"})
        self.assertEqual(self.codes("--assume-compiled", "auto"), ["GM201"])
        self.assertEqual(self.codes("--assume-compiled", "modules"), ["GM101", "GM201", "GM201"])

    def test_target_torch(self):
        self.write({"model.py": MODEL, "graphmend.toml": 'target-torch = "2.6"\n'})
        done = self.run_program("check", "--output-format", "json")
        self.assertEqual(json.loads(done.stdout)["target_torch"], "2.6")

    def test_src_roots(self):
        self.write({
            "python/helper.py": "def announce():\n    print('here')\n",
            "app/main.py": "import torch\nfrom helper import announce\n\n@torch.compile\ndef f(x):\n    announce()\n    return x\n",
        })
        self.assertEqual(self.codes("app", "python/helper.py", "--src", "python"), ["GM201"])

    def test_own_stubs(self):
        self.write({
            "model.py": "import torch, fastlib\n\n@torch.compile\ndef f(x):\n    if fastlib.score(x) > 0:\n        x = x + 1\n    return x\n",
            "stubs/fastlib.pyi": "from torch import Tensor\n\ndef score(x: Tensor) -> Tensor: ...\n",
        })
        self.assertEqual(self.codes("model.py"), [])
        self.assertEqual(self.codes("model.py", "--stubs", "stubs"), ["GM101"])
        self.write({"stubs/broken.pyi": "def (:\n"})
        self.assertIn("broken.pyi:1", self.run_program("check", "model.py", "--stubs", "stubs").stderr)
        self.assertIn("nosuch", self.run_program("check", "model.py", "--stubs", "nosuch").stderr)

    def test_stubs_merge_name_by_name(self):
        self.write({
            "model.py": "import torch\nimport torch.nn.functional as F\n\n@torch.compile\ndef f(x):\n"
                        "    y = torch.relu(x)\n    y = F.silu(y).abs_quietly()\n    if y.sum() > 0:\n"
                        "        y = y + 1\n    return y\n",
            "stubs/torch/__init__.pyi": "@breaks('GB0007', kind='skipped-call')\ndef relu(input: Tensor) -> Tensor: ...\n"
                                        "class Tensor:\n    @breaks('GB0007', kind='io')\n"
                                        "    def abs_quietly(self) -> Tensor: ...\n",
            "stubs/torch/nn/functional.pyi": "@breaks('GB0007', kind='print')\ndef silu(input: Tensor) -> Tensor: ...\n",
        })
        self.assertEqual(self.codes("model.py", "--select", "ALL"), ["GM101"])
        self.assertEqual(self.codes("model.py", "--stubs", "stubs"), ["GM101", "GM201", "GM204", "GM302"])
        # What the first directory says holds; the second adds to it.
        self.write({"more/torch/__init__.pyi": "def relu(input: Tensor) -> Tensor: ...\n"})
        self.assertEqual(self.codes("model.py", "--stubs", "more,stubs"), ["GM101", "GM201", "GM204"])
        self.assertEqual(self.codes("model.py", "--stubs", "stubs,more"), ["GM101", "GM201", "GM204", "GM302"])

    def test_misspelt_words_of_conditions(self):
        self.write({
            "model.py": "import torch\n\n@torch.compile\ndef f(x):\n    return x\n",
            "stubs/fastlib/__init__.pyi": "from graphmend import *\n"
                                          "@breaks('GB0007', kind='io', when=of_dtype(x, 'boool'))\ndef f(x): ...\n"
                                          "@breaks('GB0007')\ndef g(x): ...\n"
                                          "@transfer('convert', to='intt')\ndef h(x): ...\n",
        })
        said = self.run_program("check", "model.py", "--stubs", "stubs")
        self.assertEqual(said.returncode, 2)
        for line in ("__init__.pyi:1:1: the words of graphmend are imported one by one",
                     "__init__.pyi:2:47: `of_dtype` has no word `boool`",
                     "__init__.pyi:4:2: `@breaks` says of what kind the break is",
                     "__init__.pyi:6:22: `to=` of the transfer `convert` is never `intt`",
                     "did you mean `int`?"):
            self.assertIn(line, said.stderr)

    def test_mistakes_in_stubs(self):
        self.write({
            "model.py": "import torch\n\n@torch.compile\ndef f(x):\n    return x\n",
            "stubs/fastlib/__init__.pyi": "from graphmend import braeks\n\n@transfer('smae')\ndef score(x): ...\n",
            "stubs/no one/imports-this/part.pyi": "class A:\n    @breaks('GB0007', kind='i/o')\n    def f(self): ...\n",
            "stubs/broken.pyi": "def (:\n",
        })
        (self.root / "stubs/binary.pyi").write_bytes(b"\xff\xfe\x00")
        (self.root / "stubs/folder.pyi").mkdir()
        said = self.run_program("check", "model.py", "--stubs", "stubs")
        self.assertEqual(said.returncode, 2)
        for line in ("stubs/fastlib/__init__.pyi:1:23: graphmend's vocabulary has no `braeks`",
                     "stubs/fastlib/__init__.pyi:3:11: there is no transfer `smae`",
                     "did you mean `same`?",
                     "stubs/no one/imports-this/part.pyi:2:23: there is no kind `i/o`",
                     "stubs/broken.pyi:1:", "stubs/binary.pyi", "stubs/folder.pyi: is not a file"):
            self.assertIn(line, said.stderr)
        report = json.loads(self.run_program("check", "model.py", "--stubs", "stubs", "--output-format", "json").stdout)
        self.assertIn(("stubs/fastlib/__init__.pyi", 3, 11),
                      [(p.get("path"), p.get("line"), p.get("column")) for p in report["problems"]])


class ErrorsTest(ProjectTest):
    def test_places_and_suggestions(self):
        self.write({"pyproject.toml": '[tool.graphmend]\nignore = []\nslect = ["GM2"]\n', "model.py": MODEL})
        said = self.refused("check")
        self.assertIn("pyproject.toml:3:1: there is no setting `slect` in [tool.graphmend]", said)
        self.assertIn("did you mean `select`?", said)
        self.assertIn("pyproject.toml:3:1", self.refused("entries"))
        self.assertIn("pyproject.toml:3:1", self.refused("config"))

    def test_nested_file_is_checked_and_nothing_is_written(self):
        self.write({"sub/graphmend.toml": "fullgraph = 'yes'\n", "sub/model.py": MODEL})
        said = self.refused("check", "-o", "sarif:out.sarif")
        self.assertIn("sub/graphmend.toml:1:13: `fullgraph` must be true or false, not a string", said)
        self.assertFalse((self.root / "out.sarif").exists())

    def test_hostile_files(self):
        for text in (b"\xff\xfe", b"a" * 100_000, b"[" * 10_000, b"a=" + b"[" * 5_000, b"\0", b"x = '''"):
            (self.root / "graphmend.toml").write_bytes(text)
            self.assertIn("graphmend.toml:1:", self.refused("check"))


class ConfigCommandTest(ProjectTest):
    def test_says_what_is_in_force_and_from_where(self):
        self.write({"pyproject.toml": '[tool.graphmend]\nmin-severity = "warning"\n', "model.py": MODEL})
        text = self.run_program("config", "model.py", "--ignore", "GM2").stdout
        self.assertRegex(text, r'min-severity = "warning" +# pyproject.toml:2:1')
        self.assertRegex(text, r'ignore = \["GM2"\] +# --ignore')
        self.assertRegex(text, r'target-torch = "2.13" +# default')
        rows = json.loads(self.run_program("config", "--output-format", "json").stdout)["settings"]
        self.assertIn({"key": "min-severity", "value": '"warning"', "from": "pyproject.toml:2:1",
                       "summary": "Leave out findings below this severity"}, rows)

    def test_schema(self):
        schema = json.loads(self.run_program("config", "--output-format", "schema").stdout)
        rows = json.loads(self.run_program("config", "--output-format", "json").stdout)["settings"]
        for row in rows:
            at = schema
            for part in row["key"].split("."):
                self.assertIn(part, at["properties"])
                at = at["properties"][part]
            self.assertTrue(at["description"])
        try:
            import jsonschema
        except ImportError:
            self.skipTest("jsonschema is not installed")
        validator = jsonschema.Draft7Validator(schema)
        validator.check_schema(schema)
        # The schema and the program agree about what is sound.
        sound = [
            {}, {"select": ["GM1"]}, {"severity": {"GM101": "off"}}, {"dynamo": {"allow_rnn": True}},
            {"per-file-ignores": {"a": ["GM1"]}}, {"fullgraph": False},
        ]
        unsound = [
            {"slect": []}, {"select": "GM1"}, {"select": [1]}, {"severity": {"GM101": "loud"}},
            {"severity": ["GM101"]}, {"dynamo": {"no_such": True}}, {"dynamo": True}, {"fullgraph": "yes"},
            {"per-file-ignores": {"a": "GM1"}}, {"min-severity": "x"}, {"target-torch": 2.1},
        ]
        self.write({"model.py": MODEL})
        for wanted, settings in [(True, s) for s in sound] + [(False, s) for s in unsound]:
            self.assertEqual(validator.is_valid(settings), wanted, settings)
            lines = [f"{key} = {toml(value)}" for key, value in settings.items()]
            (self.root / "graphmend.toml").write_text("\n".join(lines))
            self.assertEqual(self.run_program("config").returncode == 0, wanted, settings)


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + " }"
    return json.dumps(value)


if __name__ == "__main__":
    program.main()
