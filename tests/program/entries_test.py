#!/usr/bin/env python3
"""What is compiled and what is only assumed to be: entries_test.py GRAPHMEND."""
import json

import program
from program import ProjectTest

MODEL = """\
    import torch


    class Net(torch.nn.Module):
        def forward(self, x):
            return x + 1


    class Other(torch.nn.Module):
        def forward(self, x):
            return x.sum().item()
    """
COMPILES = """\
    import torch
    from model import Net

    net = torch.compile(Net())
    net(torch.ones(2))
    """
UNKNOWN = """\
    import torch
    from third import build

    net = torch.compile(build())
    """
ALSO = "If you also compile 1 other module: 1 break; --assume-compiled=modules lists it"


class EntriesTest(ProjectTest):
    def check(self, *arguments):
        return self.run_program("check", "--output-format", "concise", *arguments)

    def test_what_is_assumed_is_one_line(self):
        self.write({"model.py": MODEL, "train.py": COMPILES})
        done = self.check()
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, ALSO))
        self.assertNotIn("GM106", done.stdout)
        report = json.loads(self.run_program("check", "--output-format", "json").stdout)
        self.assertEqual(report["left_out"], {"modules": 1, "breaks": 1})
        self.assertEqual(self.check().stdout, done.stdout, "from the cache")

    def test_all_modules_on_demand(self):
        self.write({"model.py": MODEL, "train.py": COMPILES})
        done = self.check("--assume-compiled=modules")
        self.assertIn("model.py:11:16: GM106", done.stdout)
        self.assertNotIn("If you also", done.stdout)

    def test_what_was_not_followed_leaves_the_others(self):
        self.write({"model.py": MODEL, "train.py": UNKNOWN})
        done = self.check()
        self.assertIn("model.py:11:16: GM106", done.stdout)
        self.assertNotIn("If you also", done.stdout)

    def test_listed_by_how_far_they_were_followed(self):
        self.write({"model.py": MODEL, "train.py": COMPILES, "other.py": UNKNOWN})
        done = self.run_program("entries")
        self.assertEqual(
            done.stdout.splitlines(),
            [
                "Followed (1)",
                "  train.py:4:7: model.Net.forward  torch.compile(Net())",
                "Not followed (1)",
                "  other.py:4:7: build()  torch.compile(build())",
                "      not followed: `build()` (other.py:4: the source does not tell what is compiled)",
                "2 compiled entries (2 by torch.compile) in 3 files",
                ALSO,
            ],
        )
        listed = json.loads(self.run_program("entries", "--output-format", "json").stdout)["entries"]
        self.assertEqual([entry["followed"] for entry in listed], ["no", "yes"])

    def test_what_is_compiled_in_place_and_not_known(self):
        self.write({"regional.py": """\
            import torch


            def apply_compile(model: torch.nn.Module, settings):
                for block in model.blocks:
                    block.compile(backend=settings.backend, fullgraph=True)
                settings.pattern.compile("x")
            """})
        self.assertEqual(
            self.run_program("entries").stdout.splitlines()[:3],
            [
                "Not followed (1)",
                "  regional.py:6:9: block  block.compile(backend=settings.backend, fullgraph=True)",
                "      not followed: `block` (regional.py:6: the source does not tell what is compiled)",
            ],
        )

    def test_explicit_ones_alone(self):
        self.write({"model.py": MODEL, "train.py": UNKNOWN})
        self.assertIn("Assumed, though nothing in view compiles them (2)", self.run_program("entries").stdout)
        self.assertNotIn("Assumed", self.run_program("entries", "--explicit").stdout)


if __name__ == "__main__":
    program.main()
