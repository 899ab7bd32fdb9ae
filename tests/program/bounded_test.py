"""Time and memory grow with what is read, whatever it says.

Each program is one that once took the square of its size, or worse. None of these is a benchmark: the
limits are a hundred times what the program needs, and what they stand for took minutes, or all memory.
"""
import json
import resource
import subprocess
import unittest

import program
from program import ProjectTest

HEAD = "import logging\nimport torch\n\nlogger = logging.getLogger(__name__)\n\n\n@torch.compile\ndef f(x):\n"
SECONDS = 60
BYTES = 3 << 30  # a sanitizer needs several times what the program does


def repeated(count, line, tail="    return x\n"):
    return HEAD + "".join(line.format(i=i) for i in range(count)) + tail


def chain_of_branches():
    arms = "".join(f"    elif x.sum() > {i}:\n        y = x + {i}\n" for i in range(1, 400))
    return HEAD + "    if x.sum() > 0:\n        y = x\n" + arms + "    else:\n        y = -x\n    return y\n"


def objects(lines):
    return "class C:\n    def __init__(self, x=None):\n        self.x = x\n\n\na = C()\n" + lines + HEAD + "    return x\n"


PROGRAMS = {
    "branches that change a variable": repeated(300, "    if x.sum() > {i}:\n        x = x + 1\n"),
    "an arm for each number": chain_of_branches(),
    "sums of sums": repeated(30, "    x = x + x.sum() + x\n    if x.any():\n        x = x * {i}\n"),
    "numbers that decide": repeated(300, "    y{i} = x.sum().item()\n    if y{i} > 3:\n        x = x * {i}\n"),
    "a message of many reads": HEAD + "    logger.info(f'" + "{x.sum().item()} " * 1000 + "')\n    return x\n",
    "a text that doubles": HEAD + "    s = 'ab'\n" + "    s = s + s\n" * 40 + "    print(s)\n    return x\n",
    "a text of texts": HEAD + "    s = 'ab'\n" + "    s = f'{s}{s}'\n" * 40 + "    print(s)\n    return x\n",
    "a text by %": HEAD + "    s = 'ab'\n" + "    s = '%s%s' % (s, s)\n" * 40 + "    print(s)\n    return x\n",
    "a text by format": HEAD + "    s = 'ab'\n" + "    s = '{0}{0}'.format(s)\n" * 40 + "    print(s)\n    return x\n",
    "subclasses of subclasses": "import torch\n\n\nclass C0(torch.nn.Module):\n    def forward(self, x):\n        print(x)\n"
                               + "".join(f"class C{i}(C{i - 1}): pass\n" for i in range(1, 2000))
                               + "m = torch.compile(C1999())\n",
    "a suppression on each line": repeated(50000, "    x = x + {i}  # graphmend: ignore[GM101]\n"),
    "suppressions in use": repeated(100000, "    print(x)  # graphmend: ignore[GM201]\n"),
    "suppressions above": repeated(100000, "    # graphmend: ignore[GM101]\n"),
    "suppressions of blocks": repeated(
        40000, "    # graphmend: disable[GM201]\n    print(x)\n    # graphmend: enable[GM201]\n"),
    "suppressions without an end": repeated(50000, "    # graphmend: disable[GM101]\n    x = x + {i}\n"),
    "suppressions in one line": HEAD + "    return x " + "# graphmend: ignore[GM101] " * 20000 + "\n",
    "fixes of one variable": repeated(7000, "    x = x[x.nonzero()[0]]\n"),
    "selections of one variable": repeated(1200, "    x = x + x[x > {i}].sum()\n"),
    "messages of one function": repeated(5000, "    print(x.item())\n"),
    "rules of no suppression": HEAD + "    return x  # " + "GM1" * 600000 + "\n",
    "comparisons of comparisons": HEAD + "    return " + "x < " * 3000 + "1\n",
    "recursion without an end": "import torch\n" + "".join(
        f"def f{i}(x):\n    return f{(i * 7 + 1) % 300}(x) + f{(i * 3 + 2) % 300}(x)\n" for i in range(300))
        + "torch.compile(f0)\n",
    "lines of comment": HEAD + "    # a line of comment\n" * 50000 + "    print(x)\n" + "# and more\n" * 50000
                        + "    return x\n",
    "a table of literals": "D = {\n" + "".join(f"    'k{i}': {i},\n" for i in range(300000)) + "}\n" + HEAD
                           + "    print(x)\n    return x + D['k299999']\n",
    "objects of objects": objects("a = C(a)\n" * 2500),
    "objects that hold objects": objects("b = C(); b.x = a; a = b\n" * 2500),
    "objects that are held twice": objects("b = C(); b.x = a; b.y = a; a = b\n" * 40),
    "objects that hold one another": "class C:\n    pass\n\n\n" + HEAD
                                     + "".join(f"    a{i} = C()\n" for i in range(14))
                                     + "".join(f"    a{i}.x{j} = a{j}\n" for i in range(14) for j in range(14))
                                     + "    return x\n",
    "attributes of attributes, computed on a condition": HEAD + "    return x" + ".real" * 150
                                                        + " + 1 if x.sum() > 0 else x\n",
    "a comprehension of loops": HEAD + "    return [x" + " for y in x" * 6600 + "]\n",
    "loops in loops": HEAD + "".join("  " * (d + 2) + f"for i{d} in range(int(x.sum())):\n" for d in range(40))
                     + "  " * 42 + "x = x + 1\n    return x\n",
}

# Nested so deeply that whoever follows it needs more stack than there is.
DEPTH = 100000
NESTED = {
    "parentheses": "(" * DEPTH + "x" + ")" * DEPTH,
    "parentheses that stay open": "(" * DEPTH,
    "calls": "f(" * DEPTH + "x" + ")" * DEPTH,
    "attributes": "x" + ".relu()" * DEPTH,
    "items": "x" + "[0]" * DEPTH,
    "sums": " + ".join(["x"] * DEPTH),
    "signs": "-" * DEPTH + "x",
    "lambdas": "lambda: " * DEPTH + "x",
    "conditions": "x if x else " * DEPTH + "x",
    "tests": " and ".join(["x.sum() > 0"] * DEPTH),
}


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


class BoundedTest(ProjectTest):
    def limited(self, *arguments):
        return subprocess.run(
            [program.GRAPHMEND, *arguments, "--no-cache"], cwd=self.root, text=True, capture_output=True,
            timeout=5 * SECONDS, preexec_fn=limit)

    def test_what_a_file_costs(self):
        for name, text in PROGRAMS.items():
            with self.subTest(name):
                self.write({"model.py": text})
                for arguments in (["check"], ["check", "--diff", "--unsafe-fixes"]):
                    done = self.limited(*arguments, "model.py")
                    self.assertIn(done.returncode, (0, 1), f"{arguments}: {done.stderr[-500:]}")
                    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
                    self.assertLess(used * 1024, BYTES, arguments)

    def test_a_name_that_is_made_of_itself_settles(self):
        self.write({"model.py": "with a:\n    x = x\n    with b:\n        x = x.item()\n" + HEAD + "    print(x)\n"})
        done = self.limited("check", "-o", "concise", "model.py")
        self.assertIn("GM201", done.stdout)
        self.assertNotIn("too much to follow", done.stderr)

    def test_what_a_report_of_one_line_costs(self):
        self.write({"model.py": HEAD + "    return x " + "# graphmend: ignore[GM101] é" * 200000 + "\n"})
        for form in ("concise", "sarif", "gitlab"):
            with self.subTest(form):
                done = self.limited("check", "-o", form, "model.py")
                self.assertEqual(done.returncode, 1, done.stderr[-500:])

    def test_what_is_nested_deeply_is_answered(self):
        blocks = "".join(" " * (depth + 4) + "if x.sum() > 0:\n" for depth in range(2000)) + " " * 2004 + "x = x + 1\n"
        programs = {name: HEAD + f"    print(x)\n    return {text}\n" for name, text in NESTED.items()}
        for name, text in {**programs, "blocks": HEAD + blocks + "    return x\n"}.items():
            with self.subTest(name):
                self.write({"model.py": text})
                done = self.limited("check", "--fix", "--unsafe-fixes", "model.py")
                self.assertIn(done.returncode, (0, 1), done.stderr[-500:])

    def test_a_file_past_a_limit_is_passed_over(self):
        self.write({"model.py": HEAD + "    print(x)\n    return x\n"})
        with open(self.root / "large.py", "wb") as file:
            file.truncate(300 << 20)  # takes no room on the disk
        done = self.limited("check", "-o", "concise", ".")
        self.assertEqual(done.returncode, 2)
        self.assertIn("model.py:9:5: GM201", done.stdout)
        self.assertIn("error: large.py: is larger than 256 MiB", done.stderr)

    def test_files_that_import_one_another(self):
        names = [f"m{i}" for i in range(50)]
        self.write({f"{name}.py": "".join(f"from {other} import f as f_{other}\n" for other in names[:8] if other != name)
                    + f"import torch\nfrom {names[(i + 1) % 50]} import *\nfrom {names[(i + 1) % 50]} import f as after\n\n\n"
                      f"@torch.compile\ndef f(x):\n    print(x)\n    return after(x)\n"
                    for i, name in enumerate(names)})
        done = self.limited("check", "-o", "json", ".")
        self.assertEqual(done.returncode, 1, done.stderr[-500:])
        findings = json.loads(done.stdout)["findings"]
        self.assertEqual({finding["path"] for finding in findings}, {f"{name}.py" for name in names})

    def test_what_stands_behind_comments_is_found(self):
        self.write({"model.py": PROGRAMS["lines of comment"]})
        self.assertEqual(self.codes(), ["GM201"])

    def test_a_baseline_of_other_places(self):
        known = [{"path": f"gone{i}.py", "code": "GM201", "function": "g", "line": f"print({i})", "count": 1}
                 for i in range(30000)]
        self.write({"model.py": repeated(3000, "    print(x, {i})\n")})
        (self.root / "known.json").write_text(json.dumps({"version": 1, "findings": known}))
        done = self.limited("check", "--baseline", "known.json", "-o", "json", "model.py")
        self.assertEqual(len(json.loads(done.stdout)["findings"]), 3000, done.stderr[-500:])

    def test_what_is_left_alone_is_said(self):
        self.write({"model.py": PROGRAMS["a message of many reads"]})
        found = [finding for finding in self.check() if finding["code"] == "GM106"]
        self.assertEqual(len(found), 1000)
        mended = [finding for finding in found if finding["fixes"]]
        self.assertTrue(mended)
        for finding in found:
            if not finding["fixes"]:
                self.assertIn("too large to tell what a rewrite would change", finding["no_fix"])


if __name__ == "__main__":
    program.main()
