"""Checks the stubs without torch: their vocabulary, and that measurements stand behind each row.

Every @breaks row that is neither of older releases alone nor @unmeasured has a recorded observation in observed/<release>.json that shows one of its ids;
what the table of probes calls quiet was quiet; transfers, kinds and flags are declared.
"""

import ast
import json
import pathlib
import re
import sys

import stub_rows

HERE = pathlib.Path(__file__).resolve().parent
OF_PYTHON = {"property", "staticmethod", "classmethod"}
# How many arguments a condition takes, where it is not the parameter alone: a name comes after it.
ARGUMENTS = {"instance_of": {2}, "is_tensor": {1, 2}, "overrides": {2}, "has_class_method": {2}, "of_dtype": {2}, "is_class": {1, 2}, "without_grad": {2}}


def declared(path, macro, group):
    text = (stub_rows.ROOT / "src" / path).read_text(encoding="utf-8")
    return set(re.findall(rf"(?m)^{macro}\({group}", text))


def declared_transfers():
    """(what stubs must use, what they may): words, and parameters with theirs, as stub_rows writes them."""
    text = (stub_rows.ROOT / "src/models/transfers.def").read_text(encoding="utf-8")
    forms, free = {}, set()
    for name in re.findall(r"(?m)^GM_TRANSFER\((\w+),", text):
        forms[name] = (name,)
    for name, family, parameter, word in re.findall(r'(?m)^GM_TRANSFER_VARIANT\((\w+), (\w+), "(\w+)", "(\w+)",', text):
        forms[name] = (family, f'{parameter}="{word}"')
    every = set(forms.values())
    for name, parameter, need, word in re.findall(r'(?m)^GM_TRANSFER_PARAMETER\((\w+), "(\w+)", (\w+), "(\w*)",', text):
        every.add((*forms[name], f'{parameter}="{word or "…"}"'))
        if need == "Needed":
            every.discard(forms[name])
        if not word:
            free.add((*forms[name], parameter))
    return every, free


def condition_problems(row, node, conditions):
    parameters = {a.arg for a in node.args.posonlyargs + node.args.args + node.args.kwonlyargs}
    parameters |= {a.arg for a in (node.args.vararg, node.args.kwarg) if a}
    for call in ast.walk(row.when) if row.when else ():
        if not isinstance(call, ast.Call):
            continue
        if not isinstance(call.func, ast.Name) or call.func.id not in conditions:
            yield f"unknown condition {ast.unparse(call.func)}"
        elif len(call.args) not in ARGUMENTS.get(call.func.id, {1}) or not isinstance(call.args[0], ast.Name) or call.args[0].id not in parameters:
            yield f"{ast.unparse(call)} is not about a parameter"


def problems():
    transfers, free = declared_transfers()
    kinds = declared("infer/observations.def", "GM_OBSERVATION", r'\w+, "([\w-]+)"')
    conditions = declared("models/vocabulary.def", "GM_CONDITION", r'\w+, "(\w+)"')
    flags = set(re.findall(r"(?m)^\s*(\w+): bool", (stub_rows.STUBS / "graphmend" / "flags.pyi").read_text(encoding="utf-8")))
    registry = set()
    registry_path = stub_rows.ROOT / "rules" / "gb_registry.json"
    if registry_path.exists():
        registry = set(re.findall(r"GB\d{4}", registry_path.read_text(encoding="utf-8")))
    decorators = declared("models/vocabulary.def", "GM_DECORATOR", r'\w+, "(\w+)"') | OF_PYTHON
    used, keys = set(), {}
    for function in stub_rows.functions():
        for decorator in function.node.decorator_list:
            name = decorator.func if isinstance(decorator, ast.Call) else decorator
            known = isinstance(name, ast.Attribute) or isinstance(name, ast.Name) and name.id in decorators
            if not known:
                yield f"{function.where}: decorator {ast.unparse(decorator)} is not in the vocabulary"
        if function.transfer:
            *first, last = function.transfer
            name = last.partition("=")[0]
            said = (*first, f'{name}="…"') if (*first, name) in free else function.transfer
            used.add(said)
            if said not in transfers:
                yield f"{function.where}: no transfer {', '.join(function.transfer)}"
        for row in function.rows:
            if row.key in keys:
                yield f"{function.where}: {row.key} is declared twice"
            keys[row.key] = (function, row)
        for row in function.rows + function.older:
            if row.kind not in kinds:
                yield f"{function.where}: no observation kind {row.kind!r}"
            if row.unless and row.unless not in flags:
                yield f"{function.where}: flags.pyi has no flag {row.unless!r}"
            for gb in row.ids:
                if not re.fullmatch(r"GB\d{4}", gb) or registry and gb not in registry:
                    yield f"{function.where}: no id {gb}"
            for text in condition_problems(row, function.node, conditions):
                yield f"{function.where}: {text}"
    for form in sorted(transfers - used):
        yield f"transfers.def: {', '.join(form)} is used by no stub"
    for path in sorted((HERE / "observed").glob("*.json")):
        yield from compare(path, keys)


def compare(path, keys):
    observed = json.loads(path.read_text(encoding="utf-8"))
    for key, (function, row) in keys.items():
        if function.unmeasured and key not in observed:
            continue
        if key not in observed:
            yield f"{function.where}: {path.name} has no observation of {key}"
        elif not set(row.ids) & set(observed[key] or ()):
            yield f"{function.where}: {key} says {row.ids}, {path.name} saw {observed[key]}"
    for key, ids in observed.items():
        if key.startswith("!"):
            if ids != []:
                yield f"{path.name}: {key} is to be quiet and gave {ids}"
        elif key.startswith("tensor-as-int."):
            if not {"GB0033", "GB0124"} & set(ids or ()):
                yield f"{path.name}: {key} gave {ids}"
        elif key not in keys:
            yield f"{path.name}: {key} belongs to no row"


def main():
    found = list(problems())
    for text in found:
        print(text)
    print(f"{len(stub_rows.rows())} rows, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
