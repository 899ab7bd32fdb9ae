"""Runs one probe of `graphmend stubs record`: JSON on standard input, JSON behind a \x1e on standard output.

A probe is `statements that come before ;; statements of the compiled function`; without `;;` all are
of the function. It has a tensor `x`.
"""

import json
import os
import re
import sys
import tempfile
import textwrap


def source(probe):
    setup, _, body = probe.rpartition(";;")
    return (
        "import torch\n" + textwrap.dedent(setup).strip() + "\n\n\ndef f(x):\n    y = x * 2\n"
        + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n    return y + 1\n"
    )  # fmt: skip


def measure(probe):
    """The ids of all graph breaks, as Dynamo's structured trace names them."""
    import torch
    import torch._dynamo

    reasons = []
    trace_structured = torch._logging.trace_structured

    def spy(name, metadata_fn=dict, *, payload_fn=lambda: None, **options):
        if name == "artifact" and metadata_fn().get("name") == "dynamo_graph_break_reason":
            reasons.append(payload_fn())
        return trace_structured(name, metadata_fn, payload_fn=payload_fn, **options)

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "probe.py")
        text = source(probe)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        module = {"__name__": "probe", "__file__": path}
        exec(compile(text, path, "exec"), module)
        torch._logging.trace_structured = spy
        try:
            torch._dynamo.explain(module["f"])(torch.rand(3, 4) + 0.1)
        except Exception:  # what breaks may fail as well; the reasons count
            if not reasons:
                raise
    ids = set()
    for reason in reasons:
        found = re.findall(r"gb(\d+)\.html", reason.split("\nUser code traceback:")[0])
        ids.add("GB" + found[0] if found else "GB????")
    return sorted(ids)


def main():
    asked = json.loads(sys.stdin.read())
    try:
        if "probe" in asked:
            answer = {"ids": measure(asked["probe"])}
        else:
            import torch

            answer = {"torch": torch.__version__}
    except BaseException as error:  # a probe may do anything
        answer = {"error": f"{type(error).__name__}: {error}".splitlines()[0]}
    sys.stdout.write("\x1e" + json.dumps(answer))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    sys.path[0] = os.getcwd()  # not the folder of this script: its modules have short names
    main()
