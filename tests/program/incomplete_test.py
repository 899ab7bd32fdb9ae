#!/usr/bin/env python3
"""What could not be followed is said: incomplete_test.py GRAPHMEND."""
import json

import program
from program import ProjectTest

# A call into a library that is not in view, and nothing that breaks.
LIBRARY = """\
    import torch
    import third


    @torch.compile
    def step(x):
        return third.resolve_activation("gelu")(x)


    @torch.compile
    def whole(x):
        return x + 1
    """


class IncompleteTest(ProjectTest):
    def holes(self, *arguments):
        done = self.run_program("check", "--output-format", "json", *arguments)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        report = json.loads(done.stdout)
        return report["entries"], report["not_followed"]

    def whys(self, text):
        self.write({"model.py": text})
        entries, holes = self.holes()
        self.assertEqual(entries["incomplete"] > 0, bool(holes))
        return {(hole["why"], hole["subject"], hole["line"]) for hole in holes}

    def test_every_report_says_so(self):
        self.write({"model.py": LIBRARY})
        said = "1 of 2 entries was followed only in part: `third.resolve_activation` (model.py:7: "
        for form in ("full", "concise", "grouped", "github", "markdown", "junit"):
            done = self.run_program("check", "--output-format", form)
            self.assertIn(said, done.stdout.replace("\\_", "_"), form)
            self.assertEqual(done.returncode, 0)
        self.assertIn("\n" + said, self.run_program("check", "--statistics").stdout)
        log = json.loads(self.run_program("check", "--output-format", "sarif").stdout)
        notes = log["runs"][0]["invocations"][0]["toolExecutionNotifications"]
        self.assertEqual([(n["level"], n["descriptor"]["id"]) for n in notes][:1], [("note", "not-followed")])
        self.assertEqual(notes[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 7)

    def test_json(self):
        self.write({"model.py": LIBRARY})
        entries, holes = self.holes()
        self.assertEqual((entries["total"], entries["incomplete"]), (2, 1))
        self.assertEqual(
            {key: holes[0][key] for key in ("why", "subject", "entries", "entry", "path", "line", "column")},
            {"why": "library", "subject": "third.resolve_activation", "entries": 1, "entry": "model.step",
             "path": "model.py", "line": 7, "column": 12},
        )
        listed = json.loads(self.run_program("entries", "--output-format", "json").stdout)["entries"]
        self.assertEqual({e["target"]: e["incomplete"] for e in listed}, {"model.step": True, "model.whole": False})

    def test_fail_on_incomplete(self):
        self.write({"model.py": LIBRARY})
        status = lambda *arguments: self.run_program("check", *arguments).returncode
        self.assertEqual(status(), 0)
        self.assertEqual(status("--fail-on-incomplete"), 1)
        self.assertEqual(status("--fail-on-incomplete", "--exit-zero"), 0)
        self.write({"graphmend.toml": "fail-on-incomplete = true\n"})
        self.assertEqual(status(), 1)
        self.assertEqual(status("--no-fail-on-incomplete"), 0)
        # What is seen is followed.
        self.write({"lib/third.py": "def resolve_activation(name):\n    return lambda x: x * 2\n"})
        self.assertEqual(status("--src", "lib"), 0)

    def test_why(self):
        self.write({"model.py": LIBRARY})
        said = self.run_program("why", "model.py:7").stdout
        self.assertIn("incomplete: `third.resolve_activation` is not followed", said)
        self.assertNotIn("No finding", said)
        self.assertNotIn("not followed", self.run_program("why", "model.py:12").stdout)

    def test_kept_by_the_cache(self):
        self.write({"work/model.py": LIBRARY})
        options = {"cwd": self.root / "work", "environment": {"GRAPHMEND_CACHE_DIR": str(self.root / "kept")}}
        first, second = (self.run_program("check", **options) for _ in range(2))
        self.assertIn("followed only in part", second.stdout)
        self.assertEqual(first.stdout, second.stdout)
        self.assertTrue(list((self.root / "kept").glob("*.record")))

    def test_unknown_callee(self):
        found = self.whys("""\
            import torch

            @torch.compile
            def step(x, callback):
                return callback(x)
            """)
        self.assertEqual(found, {("unknown-callee", "callback", 5)})

    def test_method_of_an_unknown_value(self):
        found = self.whys("""\
            import torch

            @torch.compile
            def step(x, config):
                return config.activation.build(x)
            """)
        self.assertEqual(found, {("unknown-callee", "config.activation.build", 5)})

    def test_many_callees(self):
        names = [f"f{i}" for i in range(7)]
        functions = "".join(f"def {name}(x):\n    return x + {i}\n\n" for i, name in enumerate(names))
        self.write({"model.py": "import torch\n\n" + functions + f"TABLE = [{', '.join(names)}]\n\n"
                    "@torch.compile\ndef step(x, i: int):\n    return TABLE[i](x)\n"})
        entries, holes = self.holes()
        self.assertEqual([hole["why"] for hole in holes], ["many-callees"])

    def test_unparsed(self):
        found = self.whys("""\
            import torch

            @torch.compile
            def step(x):
                y = [x, *]
                return x
            """)
        self.assertIn("unparsed", {why for why, subject, line in found})

    def test_unknown_target(self):
        found = self.whys("""\
            import torch
            import third

            model = torch.compile(third.load())
            """)
        self.assertEqual({why for why, subject, line in found}, {"unknown-target"})

    def test_nothing_to_say(self):
        self.write({"model.py": """\
            import torch
            from torch import nn

            class Model(nn.Module):
                def __init__(self):
                    super().__init__()
                    self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(4)])
                    self.act = nn.GELU()

                def forward(self, x, mask=None, **kwargs):
                    kwargs.pop("unused", None)
                    for layer in self.layers:
                        x = self.act(layer(x))
                    return torch.nn.functional.dropout(x, 0.1, self.training)

            model = torch.compile(Model())
            linear = torch.compile(nn.Linear(3, 3))
            """})
        self.assertEqual(self.holes()[1], [])
        self.assertNotIn("not followed", self.run_program("check").stdout)


if __name__ == "__main__":
    program.main()
