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

    def test_methods_that_a_class_inherits(self):
        self.write({
            f"{SITE}/fastlib/parts.py": "class Loud:\n    def scale(self, x):\n        print(x)\n        return x\n"
                                        "PARTS = (Loud,)\nclass Whole(*PARTS):\n    pass\n",
            "model.py": "import torch\nfrom fastlib.parts import Whole\n\nwhole = Whole()\n\n@torch.compile\n"
                        "def f(x):\n    return whole.scale(x)\n",
        })
        self.assertEqual(self.codes(), ["GM201"])
        self.write({"own/overlay/fastlib/parts.pyi": "class Whole:\n    def scale(self, x): ...\n"})
        self.assertEqual(self.codes("--stubs", "own"), [])

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

    def test_every_other_library_may_speak(self):
        stubs = program.pathlib.Path(__file__).parents[2] / "rules/stubs"
        names = {path.stem for path in stubs.iterdir()} - {"overlay", "graphmend", "torch", "numpy"}
        libraries = sorted(names - program.sys.stdlib_module_names)
        self.assertIn("triton", libraries)
        self.write({
            "model.py": "".join(f"import {name}\n" for name in ["torch", "random", *libraries]) + "\n@torch.compile\ndef f(x):\n" +
                        "".join(f"    {name}.nosuch(x)\n" for name in ["random", *libraries]) + "    return x\n",
            **{f"{SITE}/{name}/__init__.py": "" for name in libraries},
            **{f"{SITE}/{name}/graphmend.pyi": "@brakes()\ndef f(x): ...\n" for name in libraries},
            f"{SITE}/random/__init__.py": "",
            f"{SITE}/random/graphmend.pyi": "@brakes()\ndef f(x): ...\n",
        })
        said = self.run_program("check", "model.py", "--python", "venv").stderr
        for name in libraries:
            self.assertIn(f"/{name}/graphmend.pyi:1:2: there is no decorator `brakes`", said)
        self.assertNotIn("random/", said)

    def test_what_it_says_counts_beside_a_stub_of_graphmend(self):
        self.write({
            "model.py": "import torch, regex\n\n@torch.compile\ndef f(x):\n    regex.cache_all(True)\n    return x\n",
            f"{SITE}/regex/__init__.py": "",
            f"{SITE}/regex/graphmend.pyi": "@breaks('GB0007', kind='io')\ndef cache_all(value=True): ...\n",
        })
        self.assertEqual(self.codes(), ["GM204"])

    def test_a_package_that_is_called_config(self):
        self.write({
            "model.py": "import torch, config\n\n@torch.compile\ndef f(x):\n    return config.show(x)\n",
            f"{SITE}/config/__init__.py": "def show(x):\n    print(x)\n    return x\n",
        })
        self.assertEqual(self.codes(), ["GM201"])

    def test_namespace_packages(self):
        self.write({
            "model.py": "import torch\nfrom company.lib import score\nfrom company.lib.deep import kernel\n\n"
                        "@torch.compile\ndef f(x):\n    return kernel(score(x))\n",
            f"{SITE}/company/lib/__init__.py": "def score(x):\n    print(x)\n    return x\n",
            f"{SITE}/company/lib/deep.py": "def kernel(x):\n    print(x)\n    return x\n",
        })
        self.assertEqual(self.codes(), ["GM201", "GM201"])
        says = "@breaks('GB0007', kind='io')\ndef score(x): ...\n"
        within = says + "# module: company.lib.deep\n@breaks('GB0007', kind='io')\ndef kernel(x): ...\n"
        places = [f"{SITE}/company/lib/graphmend.pyi", f"{SITE}/company-graphmend-stubs/lib/__init__.pyi",
                  f"{SITE}/company-graphmend-stubs/lib/graphmend.pyi"]
        for place in places:
            whole = place.endswith("graphmend.pyi")
            self.write({place: within if whole else says})
            self.assertEqual(self.codes(), ["GM204", "GM204"] if whole else ["GM201", "GM204"], place)
            self.assertIn("0 mistakes in 1 stub\n", self.run_program("stubs", "check", place, "--python", "venv").stdout)
            (self.root / place).unlink()
        for place in ("company/lib/graphmend.pyi", "overlay/company/lib/__init__.pyi"):
            self.write({f"own/{place}": says})
            self.assertEqual(self.codes("--stubs", "own"), ["GM201", "GM204"], place)
            (self.root / "own" / place).unlink()
        self.write({places[0]: "# module: company.other\n@brakes()\ndef f(x): ...\n"})
        said = self.run_program("check", "model.py", "--python", "venv").stderr
        self.assertIn("company/lib/graphmend.pyi:1: `company.other` is not a module of company.lib", said)
        self.assertIn("company/lib/graphmend.pyi:2:2: there is no decorator `brakes`", said)

    def test_mistakes_count_where_the_package_is_reached(self):
        self.write({
            f"{SITE}/fastlib/graphmend.pyi": "# module: torch\n@brakes('GB0007')\ndef score(x): ...\n",
            f"{SITE}/other/graphmend.pyi": "def (:\n",
            f"{SITE}/other/__init__.py": "",
        })
        done = self.run_program("check", "model.py", "--python", "venv")
        self.assertEqual(done.returncode, 2)
        self.assertIn("fastlib/graphmend.pyi:1: `torch` is not a module of fastlib", done.stderr)
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


class UserStubsTest(EnvironmentTest):
    def test_speaks_for_its_names_or_for_the_module(self):
        # The source has a print, and what is not described is read there.
        self.write({"own/fastlib/graphmend.pyi": "@breaks('GB0007', kind='io')\ndef score(x): ...\n"})
        self.assertEqual(self.codes("--stubs", "own"), ["GM201", "GM204"])
        self.write({"all/fastlib/deep.pyi": "@breaks('GB0007', kind='io')\ndef kernel(x): ...\n"})
        self.assertEqual(self.codes("--stubs", "all"), ["GM204"])

    def test_tutorial(self):
        page = (program.pathlib.Path(__file__).parents[2] / "docs/stubs.md").read_text()
        stub = page.partition("```py\n# stubs/fastlib/graphmend.pyi\n")[2].partition("```")[0]
        example = program.pathlib.Path(__file__).parents[2] / "examples/stubs/own/fastlib/graphmend.pyi"
        self.assertEqual(stub, example.read_text())
        self.write({
            "stubs/fastlib/graphmend.pyi": stub,
            f"{SITE}/fastlib/__init__.py": "def score(x, out=None):\n    return x\n",
            "model.py": "import torch, fastlib\n\n@torch.compile\ndef f(x, y):\n    if fastlib.score(y) > 0:\n"
                        "        y = y + 1\n    return fastlib.score(x, out=y)\n",
        })
        self.assertEqual(self.codes("--stubs", "stubs"), ["GM101", "GM302"])


class MergedTest(ProjectTest):
    def test_with_themselves_they_say_the_same(self):
        top = program.pathlib.Path(__file__).parents[2]
        alone, merged = (
            self.run_program("check", top / "examples", "--no-environment", *stubs)
            for stubs in ([], ["--stubs", top / "rules/stubs"])
        )
        self.assertEqual((merged.stdout, merged.stderr), (alone.stdout, alone.stderr))
        self.assertIn("GM101", merged.stdout)

    def test_many_words_take_no_time(self):
        self.write({
            "model.py": "import torch\n\n@torch.compile\ndef f(x):\n    return x\n",
            "own/fastlib/graphmend.pyi": "".join(f"# module: fastlib\n@breaks('GB0007', kind='io')\ndef f{i}(x): ...\n" for i in range(20000)),
            "own/torch/__init__.pyi": "".join(f"class Tensor:\n    def x{i}(self): ...\nclass C{i}: ...\n" for i in range(10000)),
        })
        self.assertEqual(self.run_program("check", "model.py", "--no-environment", "--stubs", "own").returncode, 0)


    def test_a_stub_that_is_too_large(self):
        self.write({
            "model.py": "import torch\n\n@torch.compile\ndef f(x):\n    return x\n",
            "own/fastlib/graphmend.pyi": "@breaks('GB0007', kind='io')\ndef f(x): ...\n" * 100000,
        })
        for words in (["check", "model.py", "--no-environment", "--stubs", "own"], ["stubs", "check", "own", "--no-environment"]):
            done = self.run_program(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("own/fastlib/graphmend.pyi: is larger than 4 MiB", done.stderr)


class CommandTest(EnvironmentTest):
    def stubs(self, *arguments):
        return self.run_program("stubs", *arguments, "--python", "venv")

    def test_new(self):
        printed = self.stubs("new", "fastlib")
        self.assertEqual((printed.returncode, printed.stderr), (0, ""))
        for line in ("# def score(x): ...", "# module: fastlib.deep", "# class Table:", "#     def get(self, key=...): ..."):
            self.assertIn(line + "\n", printed.stdout)
        self.assertNotIn("_own", printed.stdout)
        before = sorted(self.root.rglob("*"))
        self.assertEqual(self.stubs("new", "fastlib", "-o", "own.pyi").returncode, 0)
        self.assertEqual(sorted(self.root.rglob("*")), sorted([*before, self.root / "own.pyi"]))
        self.assertEqual((self.root / "own.pyi").read_text(), printed.stdout)
        self.write({"own.pyi": "mine"})
        self.assertIn("already exists", self.stubs("new", "fastlib", "-o", "own.pyi").stderr)
        self.assertEqual((self.root / "own.pyi").read_text(), "mine")
        # As it is, it changes nothing.
        self.write({"own/fastlib/graphmend.pyi": printed.stdout})
        self.assertEqual(self.codes("--stubs", "own"), ["GM201"])
        self.assertEqual(self.stubs("check", "own").stdout, "0 mistakes in 1 stub\n")

    def test_new_of_what_is_not_there(self):
        for words in (["new"], ["new", "a", "b"], ["new", "nosuch"], ["new", "torch"], ["new", "fastlib", "-o", "no/such/own.pyi"],
                      ["neww", "fastlib"], []):
            done = self.run_program("stubs", *words, "--python", "venv")
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
        self.assertIn("did you mean `new`?", self.stubs("neww", "fastlib").stderr)

    def test_check(self):
        self.write({
            "own/fastlib/graphmend.pyi": "@transfer('smae')\ndef scre(x): ...\n# module: fastlib.dep\nx: int\n"
                                         "# module: fastlib.deep\nclass Table:\n    def gett(self): ...\n"
                                         "    def __len__(self): ...\n# module: other\n",
            "own/unknown.pyi": "def f(): ...\n",
            "own/torch/__init__.pyi": "def no_such_function(): ...\n",
        })
        done = self.stubs("check", "own")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        for line in ("own/fastlib/graphmend.pyi:1:11: there is no transfer `smae`\n  hint: did you mean `same`?",
                     "own/fastlib/graphmend.pyi:2:5: `fastlib` has no `scre`\n  hint: did you mean `score`?",
                     "own/fastlib/graphmend.pyi:3:1: there is no module `fastlib.dep` in the environment",
                     "own/fastlib/graphmend.pyi:7:9: `fastlib.deep.Table` has no `gett`\n  hint: did you mean `get`?",
                     "own/fastlib/graphmend.pyi:9: `other` is not a module of fastlib",
                     "5 mistakes in 3 stubs"):
            self.assertIn(line, done.stdout)
        self.write({"pyproject.toml": "[tool.graphmend]\nstubs = ['own']\n"})
        self.assertEqual(self.stubs("check").stdout, done.stdout)
        for words in (["check", "nosuch"], ["check", "venv/pyvenv.cfg", "nosuch.pyi"]):
            self.assertEqual(self.stubs(*words).returncode, 2)

    def test_what_no_stub_has(self):
        self.write({
            "own/fastlib/graphmend.pyi": "from graphmend import Tensor\n"
                                         "@breaks('GB0007', kind='io', when=instance_of(x, 'torch.nn.Modul'))\n"
                                         "def score(x: Tensr) -> Own: ...\n"
                                         "# module: fastlib.deep\ndef kernel(x) -> list[Tensr]: ...\n",
            "own/slowlib/__init__.pyi": "from graphmend import Tensor\nfrom typing import Literal\nclass Here: ...\n"
                                        "def f(x: Here, y: int | None, *args: Literal['Any']) -> Nowhere: ...\n"
                                        "@breaks('GB0007', kind='io', when=not instance_of(x, 'slowlib.Here'))\n"
                                        "def g(x: IntTensor) -> tuple[Tensor, ...]: ...\n",
            "own/torch/__init__.pyi": "def relu(x: Tensor, y: Size) -> Tensro: ...\n",
        })
        wanted = ["own/fastlib/graphmend.pyi:2:50: no stub has the class `torch.nn.Modul`",
                  "own/fastlib/graphmend.pyi:3:14: there is no `Tensr`\n  hint: did you mean `Tensor`?",
                  "own/fastlib/graphmend.pyi:5:23: there is no `Tensr`",
                  "own/slowlib/__init__.pyi:4:57: there is no `Nowhere`",
                  "own/slowlib/__init__.pyi:6:10: `IntTensor` is not imported",
                  "own/torch/__init__.pyi:1:33: there is no `Tensro`"]
        done = self.stubs("check", "own")
        for line in wanted:
            self.assertIn(line, done.stdout)
        self.assertIn("6 mistakes in 3 stubs", done.stdout)
        check = self.run_program("check", "model.py", "--stubs", "own")
        self.assertEqual(check.returncode, 2)
        for line in wanted:
            self.assertIn(line.partition("\n")[0], check.stderr)

    def test_overlay_of_what_is_not_read(self):
        self.write({
            "own/overlay/torch/__init__.pyi": "def relu(x): ...\n",
            "own/overlay/torch/nosuch.pyi": "def f(x): ...\n",
            "own/overlay/slowlib/part.pyi": "def f(x): ...\n",
            "own/slowlib/part.pyi": "def f(x): ...\n",
            "own/overlay/fastlib/deep.pyi": "def kernel(x): ...\n",
            "own/overlay/timm/models/__init__.pyi": "def f(x): ...\n",
        })
        done = self.run_program("check", "model.py", "--stubs", "own")
        self.assertEqual(done.returncode, 2)
        for name in ("torch/__init__.pyi:1:1", "torch/nosuch.pyi:1:1", "slowlib/part.pyi:1:1"):
            self.assertIn(f"own/overlay/{name}: `overlay/{name.partition(':')[0]}` says nothing", done.stderr)
        self.assertEqual(done.stderr.count("says nothing"), 3)
        self.assertEqual(self.stubs("check", "own").stdout.count("says nothing"), 3)

    def test_check_a_folder_of_an_author(self):
        self.write({f"{SITE}/fastlib-graphmend-stubs/deep.pyi": "def kernle(x): ...\n",
                    f"{SITE}/fastlib/graphmend.pyi": "def scroe(x): ...\n"})
        self.assertIn("`fastlib.deep` has no `kernle`", self.stubs("check", f"{SITE}/fastlib-graphmend-stubs").stdout)
        self.assertIn("`fastlib` has no `scroe`", self.stubs("check", f"{SITE}/fastlib/graphmend.pyi").stdout)

    def test_what_source_does_not_tell_is_not_said(self):
        self.write({
            f"{SITE}/fastlib/star.py": "from elsewhere import *\n",
            f"{SITE}/fastlib/lazy.py": "def __getattr__(name):\n    return 1\n\nclass A(Base):\n    pass\n",
            "own/fastlib/graphmend.pyi": "# module: fastlib.star\ndef f(): ...\n# module: fastlib.lazy\ndef g(): ...\n"
                                         "class A:\n    def inherited(self): ...\n",
        })
        self.assertEqual(self.stubs("check", "own").stdout, "0 mistakes in 1 stub\n")


class RecordTest(ProjectTest):
    ROWS = """\
        @breaks("GB0007", kind="skipped-call", probe="print(1)", since=(2, 6))
        def holds(): ...
        @unmeasured("needs CUDA")
        @breaks("GB0007", kind="skipped-call")
        def sync(): ...
        @breaks("GB0007", kind="io")
        def nothing(): ...
        @breaks("GB0007", kind="io", probe="y = y + 1")
        def differs(): ...
        @breaks("GB0007", kind="io", probe="import no_such_module ;; pass")
        def fails(): ...
        @breaks("GB0007", kind="io", before=(2, 1), probe="y = y + 1")
        def older(): ...
        """

    def test_rows_that_hold(self):
        try:
            import torch  # noqa: F401
        except ImportError:
            self.skipTest("torch is not installed")
        self.write({"own.pyi": self.ROWS.replace('"GB0007", kind="skipped-call", probe="print(1)"',
                                                 '"GB0059", kind="print", probe="torch._dynamo.graph_break()"')})
        done = self.run_program("stubs", "record", "own.pyi", "--python", program.sys.executable,
                                environment={"GRAPHMEND_PACKAGE": str(program.pathlib.Path(__file__).parents[2] / "python/graphmend")})
        verdicts = [line.split("own.pyi")[0].strip() for line in done.stdout.splitlines()[:-1]]
        self.assertEqual(verdicts[1:], ["unmeasured", "no probe", "differs", "failed", "other release"], done.stderr)
        self.assertIn("(needs CUDA)", done.stdout)
        self.assertEqual(done.returncode, 2)

    def test_mistakes_come_first(self):
        self.write({"own.pyi": "@brakes()\ndef f(): ...\n"})
        self.assertIn("own.pyi:1:2: there is no decorator `brakes`", self.refused("stubs", "record", "own.pyi"))


if __name__ == "__main__":
    program.main()
