#!/usr/bin/env python3
"""graphmend.caching on real torch: a cached property is read in the graph, keeps what it would have
kept, and is in every other way the one of functools.

    caching_test.py PACKAGE   the folder python/graphmend of this project

Exit status 77 where torch is not installed.
"""
import functools
import pathlib
import sys
import unittest

import torch
import torch._dynamo
from torch._dynamo.utils import counters


sys.path.insert(0, str(pathlib.Path(sys.argv.pop(1)).resolve().parent))
import graphmend.caching as caching  # noqa: E402


class Block(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.computed = []

    @caching.cached_property
    def doubled(self):
        return self.width * 2

    @caching.cached_property
    def sizes(self):
        return [self.width]

    def forward(self, x):
        return x * self.doubled + self.doubled


class Asking(Block):
    def forward(self, x):
        if hasattr(self, "doubled") and getattr(self, "doubled", None):
            x = x + 1
        return x * self.doubled


class Nested(Block):
    @caching.cached_property
    def more(self):
        return self.doubled + 1

    def forward(self, x):
        found = getattr(self, "more", None)
        return x * self.more if found else x


class Keeping(Block):
    def forward(self, x):
        self.sizes.append(1)
        return x * len(self.sizes)


class Caching(unittest.TestCase):
    def setUp(self):
        torch._dynamo.reset()
        counters.clear()

    def assertWhole(self):
        self.assertEqual(dict(counters["graph_break"]), {})
        self.assertEqual(counters["frames"]["total"], counters["frames"]["ok"])

    def test_is_read_in_the_graph_and_kept(self):
        for backend in ("eager", "aot_eager", "inductor"):
            torch._dynamo.reset()
            block = Block(3)
            compiled = torch.compile(block, backend=backend)
            for _ in range(2):
                self.assertTrue(torch.equal(compiled(torch.ones(2)), torch.full((2,), 12.0)))
            self.assertEqual(block.__dict__["doubled"], 6)
            self.assertWhole()

    def test_is_asked_for_by_name(self):
        block = Asking(3)
        compiled = torch.compile(block, backend="eager")
        for _ in range(2):
            self.assertTrue(torch.equal(compiled(torch.ones(2)), torch.full((2,), 12.0)))
        self.assertEqual(block.__dict__["doubled"], 6)
        self.assertWhole()

    def test_is_asked_for_by_name_and_made_from_another(self):
        block = Nested(3)
        compiled = torch.compile(block, backend="eager")
        for _ in range(2):
            self.assertTrue(torch.equal(compiled(torch.ones(2)), torch.full((2,), 7.0)))
        self.assertEqual((block.__dict__["doubled"], block.__dict__["more"]), (6, 7))
        self.assertWhole()

    def test_is_that_of_functools_without_the_compiler(self):
        block = Block(3)
        self.assertIsInstance(Block.__dict__["doubled"], functools.cached_property)
        self.assertIs(Block.doubled, Block.__dict__["doubled"])
        self.assertIs(block.sizes, block.sizes)
        block.width = 5
        self.assertEqual(block.doubled, 10)
        block.width = 7
        self.assertEqual(block.doubled, 10)
        del block.doubled
        self.assertEqual(block.doubled, 14)
        block.doubled = 1
        self.assertEqual(block.doubled, 1)

    def test_keeps_while_something_is_exported(self):
        exported = torch.export.export(Keeping(3), (torch.ones(3),), strict=False)
        self.assertTrue(torch.equal(exported.module()(torch.ones(3)), torch.full((3,), 2.0)))

    def test_keeps_in_code_that_the_compiler_calls(self):
        block = Block(3)

        @torch._dynamo.assume_constant_result
        def ask():
            block.sizes.append(1)
            return len(block.sizes)

        compiled = torch.compile(lambda x: x * ask(), backend="eager")
        self.assertTrue(torch.equal(compiled(torch.ones(2)), torch.full((2,), 2.0)))
        self.assertEqual(block.sizes, [3, 1])


if __name__ == "__main__":
    unittest.main()
