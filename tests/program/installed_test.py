#!/usr/bin/env python3
"""What the environment says beyond the source of its packages: installed_test.py GRAPHMEND."""
import json

import program
from program import ProjectTest

COMPREHENSION = """\
    import torch

    @torch.compile
    def f(x: torch.Tensor, sizes: list[int]):
        for _ in range(2):
            torch._dynamo.graph_break()
        return [x + size for size in sizes]
    """


class InstalledTest(ProjectTest):
    def site(self, python="3.11"):
        self.write({"venv/pyvenv.cfg": "home = /usr/bin\n"})
        return f"venv/lib/python{python}/site-packages"

    def findings(self, *arguments):
        done = self.run_program("check", "use.py", "--library-breaks=place", "--output-format", "json",
                                *arguments, environment={"VIRTUAL_ENV": str(self.root / "venv")})
        self.assertIn(done.returncode, (0, 1), done.stderr)
        report = json.loads(done.stdout)
        found = [(f["code"], f["location"]["line"], f["firm"]) for f in report["findings"]]
        return sorted(found), report["entries"]["incomplete"]


class PythonTest(InstalledTest):
    def comprehension(self, python):
        self.write({"use.py": COMPREHENSION, f"{self.site(python)}/some.py": ""})
        return [found for found in self.findings()[0] if found[0] == "GM302"]

    def test_release_decides_on_comprehensions(self):
        self.assertEqual(self.comprehension("3.11"), [("GM302", 7, True)])

    def test_from_312_they_are_no_frames(self):
        self.assertEqual(self.comprehension("3.12"), [])

    def test_without_an_environment_it_is_said(self):
        self.write({"use.py": COMPREHENSION})
        found = [f for f in self.findings("--no-environment")[0] if f[0] == "GM302"]
        self.assertEqual(found, [("GM302", 7, False)])


class ExtensionTest(InstalledTest):
    def use(self, imports, call):
        self.write({"use.py": f"""\
            import torch
            {imports}

            @torch.compile
            def f(x):
                return {call}
            """})
        return self.findings()

    def test_beside_python_and_below(self):
        site = self.site()
        self.write({
            f"{site}/pack/__init__.py": "from pack._core import *\n",
            f"{site}/pack/_core.cpython-311-x86_64-linux-gnu.so": "",
            f"{site}/pack/deep/_inner.abi3.so": "",
            f"{site}/pack/typed.pyi": "def f(x: int) -> int: ...\n",
            f"{site}/pack/typed.cp311-win_amd64.pyd": "",
            f"{site}/alone.so": "",
        })
        broken = ([("GM302", 6, True)], 0)
        for imports, call in (
                ("from pack._core import scale", "scale(x)"), ("import pack", "pack.scale(x)"),
                ("import pack._core", "pack._core.scale(x)"), ("from pack import _core as c", "c.scale(x)"),
                ("from pack.deep._inner import scale", "scale(x)"), ("from pack.typed import f as g", "g(x)"),
                ("import alone", "alone.scale(x)")):
            self.assertEqual(self.use(imports, call), broken, (imports, call))

    def test_stubs_of_modules_hold_however_they_are_reached(self):
        self.write({f"{self.site()}/scipy/__init__.py": "",
                    f"{self.site()}/scipy/fft/__init__.py": "def dct(x):\n    return x\n"})
        broken = ([("GM301", 6, True)], 0)
        self.assertEqual(self.use("from scipy.fft import dct", "dct(x)"), broken)
        self.assertEqual(self.use("import scipy.fft", "scipy.fft.dct(x)"), broken)

    def test_names_that_nothing_has(self):
        self.write({f"{self.site()}/pack/__init__.py": "", f"{self.site()}/pack/other.so": ""})
        self.assertEqual(self.use("import pack", "pack.scale(x)"), ([], 1))
        self.assertEqual(self.use("import missing", "missing.scale(x)"), ([], 1))

    def test_known_forms_of_an_extension(self):
        self.write({f"{self.site()}/optree/__init__.py": "from optree import _C\n",
                    f"{self.site()}/optree/_C.cpython-311-x86_64-linux-gnu.so": ""})
        self.assertEqual(self.use("import optree", "optree._C.flatten(x)")[0], [])


if __name__ == "__main__":
    program.main()
