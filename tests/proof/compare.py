"""Two observations of a call, and in what they differ: each difference is a word that a stated
difference of a fix may allow (`differences.py`), with where it is and what it was."""

import math
import re


def ulps_apart(a, b, dtype):
    """Whether two lists of numbers differ by rounding only."""
    bits = {"torch.float16": 10, "torch.bfloat16": 7, "torch.float32": 23, "torch.complex64": 23}.get(dtype, 52)
    largest = max([abs(v) for v in a if math.isfinite(v)] + [2.0**-20])
    for x, y in zip(a, b):
        if math.isnan(x) or math.isnan(y):
            if math.isnan(x) != math.isnan(y):
                return False
        elif x != y and not (math.isfinite(x) and math.isfinite(y) and abs(x - y) <= 32 * 2.0**-bits * max(largest, 1.0)):
            return False
    return True


def bits_word(a, b):
    if len(a["values"]) != len(b["values"]):
        return "values"
    if ulps_apart(a["values"], b["values"], a["dtype"]):
        return "last bits"
    nan = [i for i, (x, y) in enumerate(zip(a["values"], b["values"])) if math.isnan(x) != math.isnan(y)]
    others = [i for i in range(len(a["values"])) if i not in nan]
    only = ulps_apart([a["values"][i] for i in others], [b["values"][i] for i in others], a["dtype"])
    return "NaN" if nan and only else "values"


def of_values(a, b, where, out):
    if a["is"] != b["is"]:
        # A number and the tensor of it, a tensor and its number.
        both = {a["is"], b["is"]}
        word = "tensor for number" if "tensor" in both and both & {"int", "float", "bool", "complex"} else "type"
        out.append((word, where, f"{shown(a)} became {shown(b)}"))
        return
    if a["is"] in ("tensor", "sparse", "meta tensor", "Parameter"):
        for word in ("dtype", "shape"):
            if a[word] != b[word]:
                out.append((word, where, f"{a[word]} became {b[word]}"))
        if a["dtype"] == b["dtype"] and a["shape"] == b["shape"] and a["bits"] != b["bits"]:
            out.append((bits_word(a, b), where, f"{a['values'][:12]} became {b['values'][:12]}"))
        if a["shape"] == b["shape"]:
            for word in ("stride", "offset", "storage"):
                if a[word] != b[word]:
                    out.append(("sharing" if word == "storage" else word, where, f"{word} {a[word]} became {b[word]}"))
        if a["grad"] != b["grad"]:
            out.append(("requires_grad", where, f"{a['grad']} became {b['grad']}"))
        return
    if "items" in a:
        if a.get("of") != b.get("of"):
            out.append(("type", where, f"{a.get('of')} became {b.get('of')}"))
        if len(a["items"]) != len(b["items"]) or [k for k, _ in a["items"]] != [k for k, _ in b["items"]]:
            out.append(("items", where, f"{shown(a)} became {shown(b)}"))
            return
        for i, ((name, x), (_, y)) in enumerate(zip(a["items"], b["items"])):
            of_values(x, y, f"{where}.{name or i}", out)
        return
    if a.get("value") != b.get("value"):
        out.append(("number", where, f"{shown(a)} became {shown(b)}"))


def shown(a):
    if a is None:
        return "None"
    if "values" in a:
        return f"tensor {a['dtype']}{a['shape']} {a['values'][:8]}"
    if "items" in a:
        return f"{a['is']} of {[k for k, _ in a['items']]}"[:120]
    return f"{a['is']} {a.get('value', '')}"[:120]


def of_lists(a, b, where, out):
    if len(a) != len(b) or [k for k, _ in a] != [k for k, _ in b]:
        out.append(("items", where, f"{[k for k, _ in a]} became {[k for k, _ in b]}"))
        return
    for (name, x), (_, y) in zip(a, b):
        of_values(x, y, f"{where}.{name}", out)


def of_grads(a, b, out):
    if "raises" in a or "raises" in b:
        if ("raises" in a) != ("raises" in b):
            out.append(("backward", "backward", f"{a.get('raises')} became {b.get('raises')}"))
        elif a["raises"]["type"] != b["raises"]["type"]:
            out.append(("backward", "backward", f"{a['raises']} became {b['raises']}"))
        return
    left, right = a["grads"], b["grads"]
    if left is None and right is None:
        return
    left = left if left is not None else [None] * len(right)
    right = right if right is not None else [None] * len(left)
    for i, (x, y) in enumerate(zip(left, right)):
        if (x is None) != (y is None):
            there = x or y
            zeros = not any(there["values"])
            out.append(("zero gradient" if zeros else "gradient", f"gradient {i}", f"{shown(x)} became {shown(y)}"))
        elif x is not None:
            found = []
            of_values(x, y, f"gradient {i}", found)
            for word, where, what in found:
                if word in ("stride", "offset", "sharing"):
                    continue  # how autograd lays a gradient out depends on what it adds up
                out.append((f"gradient {word}" if word in ("last bits", "NaN") else "gradient", where, what))


def name_storages(call):
    """Gives each tensor, in place of the number of its storage, the place that has it first."""
    first = {}

    def walk(value, where):
        if "storage" in value:
            if value["storage"] != -1:
                value["storage"] = first.setdefault(value["storage"], where)
        for i, (name, item) in enumerate(value.get("items", ())):
            walk(item, f"{where}.{name or i}")

    for part in ("arguments", "state"):
        for name, value in call[part]:
            walk(value, f"{part}.{name}")
    if call["result"]:
        walk(call["result"], "result")
    call["named"] = True


def without_function(said):
    """Messages without the function that a log record names, where it may be a lambda."""
    return [re.sub(r"^(log \S+ \S+) (\w+|<\w+>): ", r"\1: ", line) for line in said]


def without_grad_fn(said):
    """What is computed in a graph of aot_eager or inductor has one `grad_fn` for all, in the original as
    in the fixed program; which of both computes it in a graph is no matter of the text."""
    return [re.sub(r"grad_fn=<\w+>", "grad_fn=<…>", line) for line in said]


def is_part(some, all_of):
    """Whether these lines are among those, in their order."""
    rest = iter(all_of)
    return all(line in rest for line in some)


def calls(a, b, exact_text, out, compiled=False):
    """The differences of one call."""
    for call in (a, b):
        if "named" not in call:
            name_storages(call)
    left, right = a["raises"], b["raises"]
    if right and "BackendCompilerFailed" in right["is"] and "raises" in a["backward"]:
        return  # AOTAutograd traces the backward ahead, which the program never could run
    if (left is None) != (right is None):
        out.append(("raises" if left is None else "raises not", "call", f"{left} became {right}"))
        return  # what follows then is another story
    elif left is not None:
        # What goes wrong while it is traced, Dynamo and AOTAutograd raise as errors of their own.
        traced = not exact_text and {"TorchRuntimeError", "BackendCompilerFailed"} & set(right["is"])
        if compiled and (left["type"], right["type"]) == ("AssertionError", "RuntimeError"):
            out.append(("asserted", "call", f"{left} became {right}"))
        elif compiled and left["type"] != right["type"] and right["traced"]:
            out.append(("error while tracing", "call", f"{left} became {right}"))
        elif left["type"] != right["type"] and not traced:
            out.append(("exception type", "call", f"{left} became {right}"))
        elif exact_text and left["text"] != right["text"]:
            out.append(("exception text", "call", f"{left['text']} became {right['text']}"))
    else:
        of_values(a["result"], b["result"], "result", out)
        of_grads(a["backward"], b["backward"], out)
    of_lists(a["arguments"], b["arguments"], "arguments", out)
    of_lists(a["state"], b["state"], "state", out)
    if a["random"] != b["random"]:
        out.append(("random state", "random state", "differs"))
    if compiled and left is not None and right is not None and is_part(b["said"], a["said"]):
        # What is traced fails before anything has run, and what a message shows is not computed.
        if a["said"] != b["said"]:
            out.append(("said before a failure", "messages", f"{a['said']} became {b['said']}"))
    elif a["said"] != b["said"] and without_function(a["said"]) == without_function(b["said"]):
        out.append(("record's function", "messages", f"{a['said']} became {b['said']}"))
    elif a["said"] != b["said"] and not (compiled and without_grad_fn(a["said"]) == without_grad_fn(b["said"])):
        out.append(("messages", "messages", f"{a['said']} became {b['said']}"))


def runs(a, b, exact_text=True, compiled=False):
    """[(word, where, what)] between two runs of a program on the same calls; `compiled`: whether the
    second is."""
    out = []
    if a.get("import") != b.get("import"):
        return [("import", "import", f"{a.get('import')} became {b.get('import')}")]
    if a.get("import_said") != b.get("import_said"):
        out.append(("messages at import", "import", f"{a['import_said']} became {b['import_said']}"))
    for number, (x, y) in enumerate(zip(a["calls"], b["calls"])):
        found = []
        calls(x, y, exact_text, found, compiled)
        out += [(word, f"call {number}: {where}", what) for word, where, what in found]
        if x["raises"] is None and y["raises"] is not None or x["raises"] is not None and y["raises"] is None:
            break  # what is left behind is another state
    return out
