"""Compares rules/stubs with the installed libraries: names exist, parameters have the right names.

Exit 77 without torch. A library that is not installed is passed over. Where Python cannot tell the
signature of a built-in, torch's own overload files (_C/*.pyi) are asked.
"""

import ast
import importlib
import inspect
import pathlib
import sys

import stub_rows

SKIPPED = 77
# Names that a stub adds for the interpreter, or that only other releases, platforms or Python
# versions have.
ADDED = {
    "builtins": {"ellipsis", "__file__"},
    "Condition": {"acquire", "release"},
    "concurrent.futures": {"_Results"},
    "csv": {"_Writer"},
    "dataclasses": {"_written_init"},
    "decimal": {"_ContextManager"},
    "dict": {"most_common"},  # a collections.Counter is a dict to the interpreter
    "enum": {"StrMember"},
    "functools": {"_wrapper_of"},
    "int": {"is_integer"},
    "list": {"rotate"},  # a collections.deque is a list to the interpreter
    "Logger": {"__getattr__"},
    "math": {"sumprod"},
    "multiprocessing": {"_Lock"},
    "os": {"_ScandirIterator"},
    "sys": {"TextStream"},
    "torch": {"_ModeContext"},
    "torch.func": {"_vmapped", "_gradient", "_gradient_and_value", "_jacobian", "_pull_back", "_Functionalized"},
    "torch._dynamo.config": {"_ReorderableFunctions", "_IgnoredFunctions", "_Patch"},
    "numpy": {"nd_grid", "IndexExpression"},
    "torch.nn": {"_DropoutNd", "_MaxPoolNd", "_ConvNd", "_NormBase", "_BatchNorm", "RNNCellBase"},
    "torch.optim": {"_Named"},
    "torch.optim.optimizer": {"ParamGroup"},
    "torch.utils.hooks": {"_OfTensor"},
    "typing": {"override", "TypeIs", "ReadOnly"},
    "collections.abc": {"Buffer"},
    "RNNBase": {"__get__"},
    "weakref": {"_References"},
}
# Names that torch's argument parser takes (or a stub's joint name for overloads) and its overload
# files do not list. `_scaled` is the last tensor of the old overloads with the number first, as in
# `t.add_(2, other)`.
SPELT_OTHERWISE = {"input", "indices_or_sections", "requires_grad", "memory_format", "_scaled"}
# Namespaces of torch.ops that these libraries fill, so that there is nothing without them.
OPERATORS_OF_LIBRARIES = {"torchvision", "torchaudio", "bitsandbytes"}
WHOLE_SIGNATURE_DIFFERS = {"numpy", "random", "builtins", "datetime"}  # C functions, or *args on purpose


def installed(module):
    try:
        if "torchvision" in module.split("."):
            import torchvision_operators  # noqa: F401  makes it importable beside any torch
        if module.startswith("torch.ops."):  # a namespace that is filled on demand, no module
            import torch

            namespace = module.removeprefix("torch.ops.")
            if namespace in OPERATORS_OF_LIBRARIES:
                importlib.import_module(namespace)
            return getattr(torch.ops, namespace)
        return importlib.import_module(module)
    except (ImportError, OSError):  # not installed, or for another build of torch
        return None


def overloads():
    """Parameter names in torch's own overload files, by "torch.name" and "torch.Tensor.name"."""
    import torch

    names = {}
    folder = pathlib.Path(torch.__file__).parent / "_C"
    functions = ast.parse((folder / "_VariableFunctions.pyi").read_text(encoding="utf-8")).body
    classes = ast.parse((folder / "__init__.pyi").read_text(encoding="utf-8")).body
    methods = [n for c in classes if isinstance(c, ast.ClassDef) and c.name == "TensorBase" for n in c.body]
    for prefix, nodes in (("torch.", functions), ("torch.Tensor.", methods)):
        for node in nodes:
            if isinstance(node, ast.FunctionDef):
                names.setdefault(prefix + node.name, set(SPELT_OTHERWISE)).update(parameters(node))
    return names


def parameters(node):
    a = node.args
    return [p.arg for p in a.posonlyargs + a.args + a.kwonlyargs]


def real_parameters(value):
    """Names that the real thing takes; None when it takes any, or does not say."""
    if hasattr(value, "overloads"):  # an operator of torch.ops
        schemas = [getattr(value, name)._schema for name in value.overloads()]
        return {argument.name for schema in schemas for argument in schema.arguments}
    try:
        found = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind in (p.VAR_KEYWORD, p.VAR_POSITIONAL) for p in found):
        return None
    return {p.name for p in found}


def lookup(root, path):
    value = root
    for part in path:
        if inspect.isclass(value) and part in vars(value):
            value = inspect.getattr_static(value, part)
        elif inspect.isclass(value) and part in inspect.get_annotations(value):
            value = inspect.get_annotations(value)[part]  # only an instance has it
        else:
            value = getattr(value, part)
    return value


class Check:
    def __init__(self):
        self.problems = []
        self.functions = 0
        self.known = overloads()

    def report(self, where, text):
        self.problems.append(f"{where}: {text}")

    def body(self, module, real, nodes, path, prefix):
        for node in nodes:
            if isinstance(node, ast.If):
                self.body(module, real, node.body + node.orelse, path, prefix)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                self.definition(module, real, node, path, prefix)
            elif isinstance(node, ast.AnnAssign) and not prefix:
                self.exists(module, real, node, path, [node.target.id])
            elif isinstance(node, ast.Assign) and not prefix:
                name = node.targets[0].id
                value = self.exists(module, real, node, path, [name])
                if isinstance(node.value, ast.Constant) and value != node.value.value:
                    self.report(f"{path.relative_to(stub_rows.STUBS)}:{node.lineno}", f"{module}.{name} is another value")

    def exists(self, module, real, node, path, name):
        try:
            return lookup(real, name)
        except AttributeError:
            if name[0] not in ADDED.get(module, ()) and name[-1] not in ADDED.get(name[0], ()):
                self.report(f"{path.relative_to(stub_rows.STUBS)}:{node.lineno}", f"{module} has no {'.'.join(name)}")
            return None

    def definition(self, module, real, node, path, prefix):
        name = prefix + [node.name]
        value = self.exists(module, real, node, path, name)
        if value is None:
            return
        if isinstance(node, ast.ClassDef):
            if inspect.isclass(value):  # a stub shows as a class what returns a context
                self.body(module, real, node.body, path, name)
            return
        self.functions += 1
        if module.split(".")[0] in WHOLE_SIGNATURE_DIFFERS or node.name.startswith("__"):
            return
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        wanted = [p for p in parameters(node) if p not in ("self", "cls")]
        names = real_parameters(value)
        if names is None:
            names = self.known.get(f"{module}.{'.'.join(name)}")
        if names is None:
            return
        for p in wanted:
            if p not in names and p.rstrip("_") not in names:
                self.report(f"{path.relative_to(stub_rows.STUBS)}:{node.lineno}", f"{'.'.join(name)} has no parameter {p}")


def main():
    if installed("torch") is None:
        print("torch is not installed")
        return SKIPPED
    check = Check()
    for module, path in stub_rows.modules():
        real = installed(stub_rows.public(module))
        if real is None:
            if module.split(".")[0] == "torch" and not OPERATORS_OF_LIBRARIES & set(module.split(".")):
                check.report(path.relative_to(stub_rows.STUBS), "torch has no such module")
            continue
        check.body(stub_rows.public(module), real, stub_rows.parse(path).body, path, [])
    for text in check.problems:
        print(text)
    print(f"{check.functions} functions compared, {len(check.problems)} problems")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
