#!/usr/bin/env python3
"""Every function, method and attribute that a stub declares, used in several ways: reading and fixing such
programs ends, and never by a defect. every_stub_test.py GRAPHMEND

Rows of probes.txt call a function as it is meant to be called, and only where its library is installed.
"""
import ast
import itertools
import pathlib
import textwrap

import program
from program import ProjectTest

STUBS = pathlib.Path(__file__).resolve().parents[2] / "rules" / "stubs"
OF_STUBS_THEMSELVES = {"graphmend", "config"}
IN_ONE_FUNCTION = 300
USES = 4  # of each
# No argument, a tensor, tensors and constants, containers, an unknown value, keywords, unpacked arguments.
ARGUMENTS = ("", "x", "x, m, 1, -1", "[x, m], {'k': x}", "y, 'text', None", "x[0], *y, dim=0, dtype=torch.int64, out=x",
             "lambda t: t.item(), (2, 3)", "*y", "**y", "other=x", "x.item(), f'{m}', 2.5", "'%s', x, m.sum()")


# Where a use stands: one after the other.
STATEMENTS = ("r = {}", "{}", "if {}:\n    x = x * 2", "for r in {}:\n    x = x + r", "with {} as r:\n    x = x + 1",
              "assert {}", "r = [{}, x.sum().item()]", "x = x + {}", "print({})", "self.r = {}", "r = {}[m]",
              "try:\n    x = x + {}\nexcept ValueError as r:\n    x = r", "raise {}", "r = lambda: {}", "r = x.size({})",
              "while {}:\n    x = x - 1", "r = [x + a for a in {} if a]", "del {}", "return {}", "yield {}")


def modules():
    """(dotted name, syntax tree) of each stub of a library."""
    for path in sorted(STUBS.rglob("*.pyi")):
        parts = [part for part in path.relative_to(STUBS).with_suffix("").parts if part not in ("overlay", "__init__")]
        if parts and parts[0] not in OF_STUBS_THEMSELVES:
            yield ".".join(parts), ast.parse(path.read_text(encoding="utf-8"))


def declared(body):
    """All definitions of a module or a class, also below `if`."""
    for node in body:
        if isinstance(node, ast.If):
            yield from declared([*node.body, *node.orelse])
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AnnAssign)):
            yield node


def used(owner, node, arguments):
    """Expressions that use what is declared, as an attribute of the owner."""
    if isinstance(node, ast.AnnAssign):
        return [f"{owner}.{node.target.id}"] if isinstance(node.target, ast.Name) else []
    name = f"{owner}.{node.name}"
    return [name, *(f"{name}({next(arguments)})" for _ in range(USES))]


def program_of(module, tree):
    """A function of each declaration, one statement for each use."""
    functions, kinds, arguments = [], itertools.cycle(STATEMENTS), itertools.cycle(ARGUMENTS)

    def statement(use):
        kind = next(kinds)
        return kind.format(use if not (kind.startswith("del") and use.endswith(")")) else use + "[0]")

    def add(parameters, uses):
        if len(uses) > IN_ONE_FUNCTION:
            add(parameters, uses[IN_ONE_FUNCTION:])
        uses = uses[:IN_ONE_FUNCTION]
        lines = [f"if y[{i}]:\n    x = x + 1\n" + textwrap.indent(statement(use), "    ") for i, use in enumerate(uses)]
        body = textwrap.indent("\n".join([*lines, "return x"]), "    ")
        functions.append(f"@torch.compile\ndef f{len(functions)}({parameters}):\n{body}\n")

    for node in declared(tree.body):
        add("self, x: torch.Tensor, m: torch.BoolTensor, y", used(module, node, arguments))
        if isinstance(node, ast.ClassDef):
            uses = [use for inner in declared(node.body) for use in used("o", inner, arguments)]
            add(f"self, x: torch.Tensor, m: torch.BoolTensor, y, o: {module}.{node.name}", uses)
    return f"import torch\nimport {module}\n\n" + "\n".join(functions)


class EveryStubTest(ProjectTest):
    def setUp(self):
        super().setUp()
        programs = {f"use_{module.replace('.', '_')}.py": program_of(module, tree) for module, tree in modules()}
        self.assertGreater(len(programs), 250)
        self.write(programs)

    def ends(self, *arguments):
        done = self.run_program(*arguments, "--isolated", ".")
        self.assertIn(done.returncode, (0, 1), done.stderr[-2000:])
        self.assertNotIn("GM000", done.stdout)
        return done.stdout

    def test_findings(self):
        self.assertIn("GM201", self.ends("check", "--no-cache"))

    def test_fixes(self):
        self.assertIn("+++", self.ends("check", "--no-cache", "--diff", "--unsafe-fixes"))


if __name__ == "__main__":
    program.main()
