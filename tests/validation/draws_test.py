#!/usr/bin/env python3
"""graphmend.draws on real torch: a compiled graph draws the numbers that the original draws, from the
same generators, in the same order, and leaves them in the same state.

    draws_test.py PACKAGE   the folder python/graphmend of this project

Exit status 77 where torch is not installed.
"""
import pathlib
import random
import sys
import unittest

try:
    import numpy as np
    import torch
    import torch._dynamo
except ImportError:
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(sys.argv.pop(1)).resolve().parent))
import graphmend.draws as draws  # noqa: E402

BACKENDS = ("eager", "aot_eager", "inductor")


def seeded():
    random.seed(5)
    np.random.seed(5)


def state():
    return random.getstate(), np.random.get_state()[1].tobytes(), np.random.get_state()[2]


class Draws(unittest.TestCase):
    def assertDraws(self, function, original, fullgraph=True, backends=BACKENDS):
        """What is compiled gives what the original gives, call by call."""
        x = torch.arange(3.0)
        seeded()
        expected = [original(x) for _ in range(4)]
        after = state()
        seeded()
        self.assertTrue(all(map(torch.equal, expected, [function(x) for _ in range(4)])))
        self.assertEqual(state(), after)
        for backend in backends:
            torch._dynamo.reset()
            compiled = torch.compile(function, backend=backend, fullgraph=fullgraph)
            seeded()
            found = [compiled(x) for _ in range(4)]
            self.assertTrue(all(map(torch.equal, expected, found)), (backend, expected, found))
            self.assertEqual(state(), after)

    def test_numbers_of_python(self):
        def function(x):
            return x * draws.number(random.random) + draws.number(random.gauss, 0, 1)

        self.assertDraws(function, lambda x: x * random.random() + random.gauss(0, 1))

    def test_numbers_of_numpy(self):
        def function(x):
            lam = draws.number(np.random.beta, 0.4, 0.4)
            return x * lam + (1 - lam) * draws.number(np.random.rand)

        def original(x):
            lam = np.random.beta(0.4, 0.4)
            return x * lam + (1 - lam) * np.random.rand()

        self.assertDraws(function, original)

    def test_whole_numbers(self):
        def function(x):
            return torch.where(draws.whole(random.randint, 0, 3) == 2, x + 1, x) * draws.whole(np.random.randint, 5)

        def original(x):
            x = x + 1 if random.randint(0, 3) == 2 else x
            return x * int(np.random.randint(5))

        self.assertDraws(function, original)

    def test_each_of_a_loop_is_drawn_in_order(self):
        def function(x):
            for _ in range(4):
                x = torch.where(draws.number(random.random) < 0.5, x + 1, x * 2)
            return x

        def original(x):
            for _ in range(4):
                x = x + 1 if random.random() < 0.5 else x * 2
            return x

        self.assertDraws(function, original)

    def test_one_that_nothing_uses_is_drawn(self):
        def function(x):
            draws.number(random.random)
            return x * 2

        def original(x):
            random.random()
            return x * 2

        self.assertDraws(function, original)

    def test_what_is_put_in_the_place_of_a_function_is_called(self):
        kept = random.random
        random.random = lambda: 0.25
        try:
            self.assertDraws(lambda x: x * draws.number(random.random), lambda x: x * random.random(), fullgraph=False, backends=("eager",))
        finally:
            random.random = kept

    def test_a_generator_of_ones_own_breaks_the_graph_as_before(self):
        generator = np.random.RandomState(3)
        compiled = torch.compile(lambda x: x * draws.number(generator.rand), backend="eager")
        expected = np.random.RandomState(3).rand()
        self.assertTrue(torch.equal(compiled(torch.ones(2)), torch.full((2,), expected)))

    def test_below_vmap_it_is_drawn_once(self):
        def function(x):
            return torch.vmap(lambda row: row * draws.number(random.random))(x)

        x = torch.arange(6.0).reshape(2, 3)
        seeded()
        expected = x * random.random()
        torch._dynamo.reset()
        seeded()
        self.assertTrue(torch.equal(torch.compile(function, backend="eager")(x), expected))

    def test_what_raises_raises(self):
        compiled = torch.compile(lambda x: x * draws.whole(random.randint, 3, 0), backend="aot_eager")
        with self.assertRaises(ValueError):
            compiled(torch.ones(2))


if __name__ == "__main__":
    unittest.main()
