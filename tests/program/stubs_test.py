#!/usr/bin/env python3
"""Stubs beside graphmend's own: of the user, and of the authors of libraries. stubs_test.py GRAPHMEND"""
import json

import program
from program import ProjectTest

SITE = "venv/lib/python3.12/site-packages"
MODEL = """\
import torch, fastlib
from fastlib.deep import kernel

@torch.compile
def f(x):
    return kernel(fastlib.score(x))
"""
LIBRARY = {
    "venv/pyvenv.cfg": "home = /usr/bin\nversion = 3.12.1\n",
    f"{SITE}/fastlib/__init__.py": "def score(x):\n    return x\n",
    f"{SITE}/fastlib/deep.py": "class Table:\n    def get(self, key=1):\n        return key\n\n"
                               "def kernel(x):\n    print('deep')\n    return x\n\ndef _own(x):\n    return x\n",
}
OF_THE_AUTHOR = """\
from graphmend import breaks

@breaks("GB0007", kind="skipped-call")
def score(x): ...

# module: fastlib.deep
@breaks("GB0007", kind="io")
def kernel(x): ...
"""


class EnvironmentTest(ProjectTest):
    def setUp(self):
        super().setUp()
        self.write({"model.py": MODEL, **LIBRARY})

    def codes(self, *arguments):
        return super().codes("model.py", "--python", "venv", "--library-breaks", "place", *arguments)


class LibraryStubsTest(EnvironmentTest):
    def test_file_in_the_package(self):
        self.assertEqual(self.codes(), ["GM201"])
        self.write({f"{SITE}/fastlib/graphmend.pyi": OF_THE_AUTHOR})
        self.assertEqual(self.codes(), ["GM204", "GM302"])

    def test_folder_beside_the_package(self):
        self.write({
            f"{SITE}/fastlib/graphmend.pyi": OF_THE_AUTHOR,
            f"{SITE}/fastlib-graphmend-stubs/deep.pyi": "@breaks('GB0007', kind='logging')\ndef kernel(x): ...\n",
        })
        self.assertEqual(self.codes(), ["GM202", "GM302"])
        # The user has the last word.
        self.write({"own/overlay/fastlib/deep.pyi": "def kernel(x): ...\n"})
        self.assertEqual(self.codes("--stubs", "own"), ["GM302"])

    def test_torch_is_told_of_by_graphmend_and_the_user_only(self):
        self.write({
            "model.py": "import torch\n\n@torch.compile\ndef f(x):\n    return torch.relu(x)\n",
            f"{SITE}/torch/__init__.py": "",
            f"{SITE}/torch/graphmend.pyi": "@breaks('GB0007', kind='io')\ndef relu(x): ...\n# module: json\nx: int\n",
            f"{SITE}/torch-graphmend-stubs/__init__.pyi": "@breaks('GB0007', kind='io')\ndef relu(x): ...\n",
            f"{SITE}/json-graphmend-stubs/__init__.pyi": "def (",
        })
        self.assertEqual(self.codes(), [])
        self.write({"own/torch/__init__.pyi": "@breaks('GB0007', kind='io')\ndef relu(x): ...\n"})
        self.assertEqual(self.codes("--stubs", "own"), ["GM204"])

    def test_mistakes_count_where_the_package_is_reached(self):
        self.write({
            f"{SITE}/fastlib/graphmend.pyi": "# module: torch\n@brakes('GB0007')\ndef score(x): ...\n",
            f"{SITE}/other/graphmend.pyi": "def (:\n",
            f"{SITE}/other/__init__.py": "",
        })
        done = self.run_program("check", "model.py", "--python", "venv")
        self.assertEqual(done.returncode, 2)
        self.assertIn("fastlib/graphmend.pyi:1: `torch` is no module of fastlib", done.stderr)
        self.assertIn("fastlib/graphmend.pyi:2:2: there is no decorator `brakes`", done.stderr)
        self.assertNotIn("other/", done.stderr)
        self.write({"model.py": "import other\n" + MODEL})
        self.assertIn("other/graphmend.pyi:1", self.run_program("check", "model.py", "--python", "venv").stderr)

    def test_a_result_that_was_kept_is_of_the_same_stubs(self):
        environment = {"GRAPHMEND_CACHE_DIR": str(self.root / "kept")}
        def codes():
            done = self.run_program("check", "model.py", "--python", "venv", "--library-breaks", "place",
                                    "--output-format", "json", environment=environment)
            return sorted(finding["code"] for finding in json.loads(done.stdout)["findings"])
        self.assertEqual(codes(), ["GM201"])
        self.write({f"{SITE}/fastlib/graphmend.pyi": OF_THE_AUTHOR})
        self.assertEqual(codes(), ["GM204", "GM302"])
        self.write({f"{SITE}/fastlib/graphmend.pyi": OF_THE_AUTHOR.replace('"io"', '"print"')})
        self.assertEqual(codes(), ["GM201", "GM302"])
        (self.root / SITE / "fastlib/graphmend.pyi").unlink()
        self.assertEqual(codes(), ["GM201"])

    def test_a_framework_that_compiles(self):
        self.write({
            "model.py": "import torch\nfrom trainers import Loop\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n"
                        "        print('here')\n        return x\n\nnet = Loop().setup(Net())\nnet(torch.ones(2))\n",
            f"{SITE}/trainers/__init__.py": "class Loop:\n    def setup(self, module):\n        return wrap(module)\n",
            f"{SITE}/trainers/graphmend.pyi": "class Loop:\n    @compiles('module')\n    @transfer('arguments')\n"
                                              "    def setup(self, module): ...\n",
        })
        self.assertEqual(self.codes("--assume-compiled", "explicit"), ["GM201"])


if __name__ == "__main__":
    program.main()
