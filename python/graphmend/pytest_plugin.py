"""pytest: a test fails when torch.compile breaks the graph more often than it may.

    def test_whole(graphmend):                        # the fixture compiles and calls
        graphmend.check(model, x, max_breaks=0)       # returns what was recorded

    @pytest.mark.graphmend(max_breaks=2)              # the marker counts whatever the test compiles
    def test_training_step(): ...

Counted are the breaks in torch's structured trace, of the first compilation and of all later ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest


@dataclass
class Recorded:
    breaks: list = field(default_factory=list)  # of graphmend.validation.trace.Break
    graphs: int = 0
    output: object = None


def _describe(breaks: list, allowed: int) -> str:
    from graphmend.validation.report_text import count
    from graphmend.validation.triage import fold

    lines = [f"torch.compile: {count(len(breaks), 'graph break')}, at most {allowed} allowed"]
    for item in fold(breaks):
        times = f" ({item['times']} times)" if item["times"] > 1 else ""
        lines.append(f"  {item['path']}:{item['line']}{times}: {item['gb']} {item['title']}")
        if item["code"]:
            lines.append(f"      {item['code']}")
    return "\n".join(lines)


def _judge(breaks: list, allowed: int) -> None:
    __tracebackhide__ = True
    if len(breaks) > allowed:
        pytest.fail(_describe(breaks, allowed), pytrace=False)


class Checker:
    """What the fixture `graphmend` is."""

    def check(self, function, *args, max_breaks: int = 0, compile_options=None, **kwargs):
        """Compiles `function`, calls it, and fails the test where it breaks more than allowed.

        The backend is `eager` unless `compile_options`, for torch.compile, names another.
        """
        __tracebackhide__ = True
        import torch
        from graphmend.validation.observe import Recorder

        torch._dynamo.reset()
        recorded = Recorded()
        options = {"backend": "eager", **(compile_options or {})}
        with Recorder() as recorder:
            recorded.output = torch.compile(function, **options)(*args, **kwargs)
        recorded.breaks = recorder.breaks
        recorded.graphs = sum(frame["ops"] > 0 for frame in recorder.frames)
        _judge(recorded.breaks, max_breaks)
        return recorded


@pytest.fixture
def graphmend():
    """`graphmend.check(function, *args, max_breaks=0, **kwargs)`."""
    return Checker()


def pytest_configure(config):
    config.addinivalue_line(
        "markers",
        "graphmend(max_breaks=0): fail where torch.compile breaks the graph more often in this test",
    )


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    marker = item.get_closest_marker("graphmend")
    if marker is None:
        yield
        return
    allowed = marker.kwargs.get("max_breaks", marker.args[0] if marker.args else 0)
    import torch
    from graphmend.validation.observe import Recorder

    # Code that an earlier test compiled would not be compiled, and not counted, again.
    torch._dynamo.reset()
    with Recorder() as recorder:
        outcome = yield
    if outcome.excinfo is None and len(recorder.breaks) > allowed:
        text = _describe(recorder.breaks, allowed)
        try:
            pytest.fail(text, pytrace=False)
        except pytest.fail.Exception as failure:
            outcome.force_exception(failure)
