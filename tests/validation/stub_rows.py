"""Reads rules/stubs with Python's own parser: what each stub function declares.

  Function   one `def` of a stub, by its public name (private modules such as torch._tensor are
             re-exported: "torch.Tensor.item", "torch.nonzero")
  Row        one @breaks decorator of a function; `key` names it in probes.txt and in observed/:
             the function's name, with "#2", "#3" … for further rows of the same function. Rows
             with `before` are of releases that are not run here: they are kept apart
"""

import ast
import dataclasses
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
STUBS = ROOT / "rules" / "stubs"
VOCABULARY = {"graphmend", "graphmend.flags"}  # modules that describe the stubs themselves


@dataclasses.dataclass
class Row:
    key: str
    ids: list[str]
    kind: str
    when: ast.expr | None
    unless: str
    text: str


@dataclasses.dataclass
class Function:
    module: str
    name: str  # public, dotted
    where: str  # "torch/_tensor.pyi:12"
    node: ast.FunctionDef
    rows: list[Row]
    older: list[Row]
    transfer: tuple[str, ...] | None  # ("reduce", 'dtype="bool"')
    is_property: bool
    unmeasured: str  # why; "": a probe can


def public(module):
    """The module whose users see the name: the private leaf of a module is dropped."""
    parts = module.split(".")
    while len(parts) > 1 and parts[-1].startswith("_") and parts[-1] in ("_tensor", "_functions", "_modes"):
        parts.pop()
    return ".".join(parts)


def modules():
    """(dotted name, path) of each stub of a library."""
    for path in sorted(STUBS.rglob("*.pyi")):
        parts = list(path.relative_to(STUBS).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        if parts[0] == "overlay":  # beside the library's own source, of which it says more
            parts.pop(0)
        name = ".".join(parts)
        if name not in VOCABULARY:
            yield name, path


def parse(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def _row(call, key):
    keywords = {k.arg: k.value for k in call.keywords}
    text = lambda name: keywords[name].value if name in keywords else ""
    return Row(key, [a.value for a in call.args], text("kind"), keywords.get("when"), text("unless"), ast.unparse(call))


def _function(node, prefix, module, path):
    name = f"{prefix}.{node.name}"
    setter = any(isinstance(d, ast.Attribute) and d.attr == "setter" for d in node.decorator_list)
    if setter:
        name += "="
    if node.name in ("__init__", "__new__"):
        name = prefix
    rows, older, transfer, is_property, unmeasured = [], [], None, False, ""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Name) and decorator.id == "property":
            is_property = True
        if not isinstance(decorator, ast.Call) or not isinstance(decorator.func, ast.Name):
            continue
        if decorator.func.id == "breaks":
            group = older if any(k.arg == "before" for k in decorator.keywords) else rows
            key = name if not group else f"{name}#{len(group) + 1}"
            group.append(_row(decorator, key))
        elif decorator.func.id == "transfer":
            transfer = decorator.args[0].value, *(f'{k.arg}="{k.value.value}"' for k in decorator.keywords)
        elif decorator.func.id == "unmeasured":
            unmeasured = decorator.args[0].value
    where = f"{path.relative_to(STUBS)}:{node.lineno}"
    return Function(module, name, where, node, rows, older, transfer, is_property or setter, unmeasured)


def functions():
    """Every function and method of every stub."""
    for module, path in modules():
        stack = [(node, public(module)) for node in reversed(parse(path).body)]
        while stack:
            node, prefix = stack.pop()
            if isinstance(node, ast.FunctionDef):
                yield _function(node, prefix, module, path)
            elif isinstance(node, ast.ClassDef):
                stack.extend((child, f"{prefix}.{node.name}") for child in reversed(node.body))
            elif isinstance(node, ast.If):
                stack.extend((child, prefix) for child in reversed(node.body + node.orelse))


def rows():
    return [row for function in functions() for row in function.rows]
