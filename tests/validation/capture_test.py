#!/usr/bin/env python3
"""graphmend.capture on real torch: what its blocks read is one graph for every backend, as the backend
compiles it, and nothing else is captured.

    capture_test.py PACKAGE   the folder python/graphmend of this project

Exit status 77 where torch is not installed.
"""
import pathlib
import sys
import unittest

SKIPPED = 77
try:
    import torch
    from torch._dynamo.utils import counters
except ImportError:
    print("torch is not installed")
    sys.exit(SKIPPED)

sys.path.insert(0, str(pathlib.Path(sys.argv.pop(1)).resolve().parent))
import graphmend.capture  # noqa: E402


def number(x, ids):
    y = (x * 2).sin()
    with graphmend.capture.numbers():
        n = ids.max().item()
    return y.sum() * n, torch.zeros(n)


def size(x, ids):
    with graphmend.capture.sizes():
        kinds = torch.unique(ids)
    return (x * 2).sum() + kinds.sum(), kinds + 1


def both(x, ids):
    mask = x > 0
    with graphmend.capture.numbers():
        count = mask.count_nonzero().item()
    kept = x[torch.nonzero_static(mask, size=count).unbind(1)]
    with graphmend.capture.sizes():
        kinds = torch.unique(ids)
    return (kept * 2).sum() + kinds.sum(), kept


def number_behind(x, ids):
    with graphmend.capture.numbers():
        n = ids.max().item()
    return x.sum() * n + ids.min().item(), x + n


def size_behind(x, ids):
    with graphmend.capture.sizes():
        kinds = torch.unique(ids)
    return (x * 2).sum(), torch.unique(ids + 1) + kinds


class CaptureTest(unittest.TestCase):
    def compiled(self, function, backend):
        """How often the graph breaks, and how many graphs AOTAutograd refuses."""
        torch._dynamo.reset()
        counters.clear()
        torch.manual_seed(0)
        ids = torch.randint(0, 5, (20,))
        x = torch.randn(20, requires_grad=True)
        again = x.detach().clone().requires_grad_()
        results = torch.compile(function, backend=backend)(x, ids)
        expected = function(again, ids)
        results[0].backward()
        expected[0].backward()
        for one, other in zip(results, expected):
            torch.testing.assert_close(one, other)
        torch.testing.assert_close(x.grad, again.grad)
        return sum(counters["graph_break"].values()), counters["aot_autograd"].get("not_ok", 0)

    def test_one_graph(self):
        for backend in ("eager", "aot_eager", "inductor"):
            for function in (number, size, both):
                with self.subTest(function=function.__name__, backend=backend):
                    self.assertEqual(self.compiled(function, backend), (0, 0))

    def test_what_is_behind_the_block_breaks_as_before(self):
        for backend in ("eager", "aot_eager", "inductor"):
            for function in (number_behind, size_behind):
                with self.subTest(function=function.__name__, backend=backend):
                    self.assertEqual(self.compiled(function, backend), (1, 0))

    def test_nothing_happens_in_eager_code(self):
        with graphmend.capture.numbers(), graphmend.capture.sizes():
            self.assertEqual(torch.tensor([1, 2]).max().item(), 2)


if __name__ == "__main__":
    unittest.main()
