"""The pytest plugin: a marker and a fixture that fail tests which break the graph.

    pytest_plugin_test.py PACKAGE

Exit 77 without torch or pytest.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

TESTS = """\
import pytest
import torch


def branch(x):
    if x.sum() > 0:
        return x + 1
    return x


def whole(x):
    return x * 2


def test_whole(graphmend):
    assert graphmend.check(whole, torch.ones(2)).graphs == 1


def test_branch(graphmend):
    graphmend.check(branch, torch.ones(2))


def test_branch_is_allowed(graphmend):
    recorded = graphmend.check(branch, torch.ones(2), max_breaks=1)
    assert [found.gb for found in recorded.breaks] == ["GB0170"]
    assert recorded.output.tolist() == [2, 2]


@pytest.mark.graphmend
def test_marked():
    torch.compile(branch, backend="eager")(torch.ones(2))


@pytest.mark.graphmend(max_breaks=1)
def test_marked_and_allowed():
    torch.compile(branch, backend="eager")(torch.ones(2))


@pytest.mark.graphmend
def test_own_failure():
    torch.compile(branch, backend="eager")(torch.ones(2))
    assert False, "of its own"
"""
OUTCOMES = {
    "test_whole": "PASSED",
    "test_branch": "FAILED",
    "test_branch_is_allowed": "PASSED",
    "test_marked": "FAILED",
    "test_marked_and_allowed": "PASSED",
    "test_own_failure": "FAILED",
}


def main(package):
    try:
        import pytest
        import torch._dynamo
    except ImportError as error:
        print(error)
        return 77
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "test_models.py").write_text(TESTS)
        path = os.pathsep.join([os.path.dirname(os.path.abspath(package)), os.environ.get("PYTHONPATH", "")])
        command = [sys.executable, "-m", "pytest", "-v", "--strict-markers", "-p", "no:cacheprovider"]
        # An installed graphmend has announced the plugin already.
        done = subprocess.run(
            [*command, "-p", "graphmend.pytest_plugin"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
        )
    outcomes = dict(re.findall(r"test_models.py::(\w+) (PASSED|FAILED|ERROR)", done.stdout))
    wanted = [
        "test_models.py:6: GB0170 Data-dependent branching",
        "if x.sum() > 0:",
        "torch.compile: 1 graph break, at most 0 allowed",
        "of its own",
    ]
    missing = [text for text in wanted if text not in done.stdout]
    if outcomes == OUTCOMES and not missing:
        print(f"{len(outcomes)} tests end as they should")
        return 0
    print(done.stdout, done.stderr, f"missing: {missing}", sep="\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
