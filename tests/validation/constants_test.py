#!/usr/bin/env python3
"""graphmend.constants on real torch: the number of a tensor that constants made is known while tracing,
and of any other tensor the graph breaks as it did.

    constants_test.py PACKAGE   the folder python/graphmend of this project

Exit status 77 where torch is not installed.
"""
import ast
import pathlib
import sys
import unittest

try:
    import torch
    import torch._dynamo
    import torch._dynamo.testing
except ImportError:
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(sys.argv.pop(1)).resolve().parent))
from graphmend import constants  # noqa: E402
from graphmend.constants import number  # noqa: E402

BACKENDS = ("eager", "aot_eager", "inductor")
STUBS = pathlib.Path(__file__).resolve().parents[2] / "rules/stubs/torch"


def said_exact(stub):
    """The operations that a stub of torch marks `@result("exact")`, of which the fix takes a number for known."""
    return {
        function.name
        for function in ast.walk(ast.parse((STUBS / stub).read_text()))
        if isinstance(function, ast.FunctionDef)
        and any(
            isinstance(mark, ast.Call) and mark.func.id == "result" and "exact" in [arg.value for arg in mark.args]
            for mark in function.decorator_list
        )
    }


def shapes(x):
    return torch.as_tensor([(x.shape[0], x.shape[1]), (2, 3)], dtype=torch.long, device=x.device)


class Constants(unittest.TestCase):
    def graphs(self, function, *inputs, backends=("eager",), **options):
        """How many graphs there are, where what is compiled gives what the original gives."""
        for backend in backends:
            torch._dynamo.reset()
            counter = torch._dynamo.testing.CompileCounterWithBackend(backend)
            compiled = torch.compile(function, backend=counter, **options)
            for x in inputs:
                torch.testing.assert_close(compiled(x), function(x))
        return counter.frame_count

    def assertKnown(self, function, *inputs, backends=("eager",)):
        self.assertEqual(self.graphs(function, *inputs, backends=backends, fullgraph=True, dynamic=False), len(inputs))

    def isKnown(self, made, x, **options):
        """Whether the number of what is made of `x` is known while tracing."""

        def function(x):
            return x + 1, not isinstance(number(made(x)), torch.Tensor)

        torch._dynamo.reset()
        return torch.compile(function, backend="eager", **options)(x)[1]

    def test_without_the_compiler_it_is_the_tensor(self):
        t = torch.tensor(3)
        self.assertIs(number(t), t)
        self.assertEqual(number(3), 3)

    def test_tests_sizes_and_bounds(self):
        def function(x):
            s = shapes(x)
            if number(s.prod(1).sum() != x.numel() + 6):
                raise ValueError("sizes")
            at = 0
            parts = []
            flat = torch.cat([x.flatten(), torch.ones(6)])
            for _, (height, width) in enumerate(s):
                part = flat[number(at) : number(at + height * width)].view(number(height), number(width))
                parts.append(part * torch.linspace(0.5, number(width - 0.5), number(width)))
                at += height * width
            return torch.cat([part.flatten() for part in parts])

        self.assertKnown(function, torch.ones(4, 5), torch.ones(2, 3), backends=BACKENDS)

    def test_it_raises_what_the_original_raises(self):
        def function(x):
            if number(shapes(x).sum() > 12):
                raise ValueError("too large")
            return x * 2

        compiled = torch.compile(function, backend="eager", dynamic=False)
        self.assertTrue(torch.equal(compiled(torch.ones(3, 4)), torch.ones(3, 4) * 2))
        with self.assertRaisesRegex(ValueError, "too large"):
            compiled(torch.ones(5, 4))

    def test_changes_in_place_are_followed(self):
        def function(x):
            s = shapes(x)
            view = s.view(-1)
            view[0] = 2
            s += 1
            s[1].add_(1)
            return x[: number(s[0, 0])] * number(s[1, 0])

        self.assertKnown(function, torch.ones(4, 5))

    def test_data_that_comes_in_is_not_known(self):
        for change in (
            lambda s, x: s.view(-1).__setitem__(0, (x > 0).sum()),
            lambda s, x: s.as_strided((2,), (1,)).__setitem__(0, 2),
            lambda s, x: torch.add(s, 1, out=s),
            lambda s, x: torch.nn.functional.relu(s, True),
            lambda s, x: s.view(-1).__ior__(64),
            lambda s, x: torch._foreach_add_([s], 1),
            lambda s, x: torch.neg_(input=s),
            lambda s, x: x.long().set_(s).zero_(),
            lambda s, x: s.copy_(s + 1),
            lambda s, x: s.clamp_(0, 2),
            lambda s, x: s.to(x.device).__setitem__((0, 0), 1),
        ):

            def made(x, change=change):
                s = shapes(x)
                change(s, x)
                return s[0, 0]

            self.assertFalse(self.isKnown(made, torch.ones(4, 5)))

    def test_what_others_share_memory_with_stays_known(self):
        def function(x):
            s = shapes(x)
            other = torch.tensor([1, 2])
            other[0] = (x > 0).sum()
            y = x * s[0, 0]
            y += other[0]
            return y.relu_()[: number(s[0, 0])]

        self.assertKnown(function, torch.ones(4, 5))

    def test_what_devices_compute_in_their_own_way_is_not_known(self):
        for made in (
            lambda x: torch.tensor([0.1, 0.2, 0.3]).sum(),
            lambda x: torch.tensor([7.0]) / 3,
            lambda x: torch.tensor(3.7).long(),
            lambda x: torch.tensor([2.0]).exp(),
            lambda x: torch.tensor([1, 1]).max(0).indices,
            lambda x: torch.rand(()),
            lambda x: torch.arange(0.0, 1.0, 0.1)[3],
        ):
            self.assertFalse(self.isKnown(made, torch.ones(3)))

    def test_what_stubs_say_is_exact_is_followed(self):
        said = said_exact("_tensor.pyi") | said_exact("_functions.pyi")
        self.assertIn("prod", said)
        self.assertEqual(said - constants._FOLLOWED, set())

    def test_a_dynamic_size_is_not_known(self):
        def made(x):
            return shapes(x).sum() > 12

        self.assertTrue(self.isKnown(made, torch.ones(4, 5)))
        self.assertFalse(self.isKnown(made, torch.ones(4, 5), dynamic=True))

        def function(x):
            return x + 1 if number(made(x)) else x - 1

        self.graphs(function, torch.ones(4, 5), torch.ones(6, 5), torch.ones(7, 5))

    def test_tensors_of_several_elements_and_gradients(self):
        self.assertFalse(self.isKnown(lambda x: shapes(x), torch.ones(4, 5)))
        self.assertFalse(self.isKnown(lambda x: shapes(x)[:1, 0], torch.ones(4, 5)))

        def leaf(x):
            t = torch.tensor([2.0], requires_grad=True)
            return x + 1 if number(t * 2 > 3) else x

        self.graphs(leaf, torch.ones(3))

    def test_a_long_loop_is_left_to_python(self):
        def function(x):
            t = torch.tensor(0)
            while number(t < 1000):
                t = t + 1
            return x + t

        counter = torch._dynamo.testing.CompileCounter()
        x = torch.ones(3)
        self.assertTrue(torch.equal(torch.compile(function, backend=counter)(x), function(x)))
        self.assertLess(counter.op_count, 1000)

    def test_within_other_transforms(self):
        def mapped(x):
            def inner(row):
                return row * 2 if number(torch.tensor([x.shape[0]]).sum() > 3) else row

            return torch.utils.checkpoint.checkpoint(inner, x, use_reentrant=False)

        self.graphs(mapped, torch.ones(4, 5), torch.ones(2, 5))


if __name__ == "__main__":
    unittest.main()
