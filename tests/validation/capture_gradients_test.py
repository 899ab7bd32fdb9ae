#!/usr/bin/env python3
"""Gradients, recurrent modules, tables and hooks of graphmend.capture on real torch: one graph where it is
one, to the bit, and the break of the original where the graph would compute something else.

    capture_gradients_test.py PACKAGE   the folder python/graphmend of this project

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
from graphmend import capture  # noqa: E402

EXACT = ("eager", "aot_eager")
TABLE = {0: 1.0, 1: -0.0, 7: 0.1}


def saliency(net, x):
    return capture.grad(net(x).amax(-1).sum(), x)[0].abs()


def of_parameters(net, x):
    return torch.cat([g.flatten() for g in capture.grad(net(x).sum(), net.parameters())])


def penalty(net, x):
    mixed = capture.leaf(x.detach() * 0.3 + 0.1)
    gradient = capture.grad(net(mixed).sum(), mixed, create_graph=True)[0]
    return (gradient.norm(2, dim=1) - 1).square().mean()


def attack(net, x):
    moved = x.detach().clone()
    for _ in range(3):
        moved = capture.leaf(moved)
        moved = moved.detach() + 0.1 * capture.grad(net(moved).sum(), moved)[0].sign()
    return moved


def step(net, x):
    loss = net(x).square().mean()
    capture.backward(loss)
    return loss.detach()


def step_behind_break(net, x):
    loss = net(x).square().mean()
    torch._dynamo.graph_break()
    capture.backward(loss)
    return loss.detach()


def penalty_around_break(net, x):
    mixed = capture.leaf(x.detach() * 0.3 + 0.1)
    score = net(mixed)
    torch._dynamo.graph_break()
    return capture.grad(score.sum(), mixed)[0].norm()


def hooked(net, x):
    kept = []
    y = capture.hooked_before(net[0], lambda module, args: args[0] * 2, x)
    return capture.hooked(net[0], lambda module, args, out: kept.append(out), y[:, :3]) + kept[0]


def looked_up(net, x):
    return net(x) * capture.look_up(TABLE, x.detach().argmax() % 2) + capture.look_up(TABLE, x.argmin() + 7, 2.5) + capture.look_up(TABLE, x.argmin() + 3, 2.5)


class Recurrent(torch.nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.rnn = getattr(torch.nn, kind)(3, 3, batch_first=True)

    def forward(self, x):
        with capture.recurrent():
            out, _ = self.rnn(x)
        return out.mean(1)


def scaled(gradient):
    return gradient * 2


def triple(parameter):
    parameter.grad.mul_(3)


class Gradients(unittest.TestCase):
    def run_once(self, function, backend=None, prepare=None):
        """What the function gives and leaves behind in two calls, and how often the graph broke."""
        torch._dynamo.reset()
        counters.clear()
        torch.manual_seed(0)
        net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2))
        x = torch.linspace(-1, 1, 6).reshape(2, 3).requires_grad_()
        if prepare:
            prepare(net, x)
        call = torch.compile(function, backend=backend) if backend else function
        results = []
        for _ in range(2):
            result = call(net, x)
            if result.requires_grad:
                result.sum().backward()
            results.append(result.detach())
        left = [*results, x.grad, *(p.grad for p in net.parameters())]
        return left, sum(counters["graph_break"].values())

    def assert_same(self, function, backend, breaks, prepare=None):
        expected, _ = self.run_once(function, None, prepare)
        found, broken = self.run_once(function, backend, prepare)
        self.assertEqual(bool(broken), breaks, f"{broken} breaks")
        self.assertFalse(torch._dynamo.config.trace_autograd_ops)
        for one, other in zip(expected, found, strict=True):
            self.assertEqual(one is None, other is None)
            if one is not None:
                torch.testing.assert_close(one, other, rtol=0, atol=0)
                self.assertEqual(one.stride(), other.stride())

    def test_one_graph(self):
        for function in (saliency, of_parameters, penalty, attack, step, hooked, looked_up):
            for backend in EXACT:
                with self.subTest(function=function.__name__, backend=backend):
                    self.assert_same(function, backend, False)

    def test_leaves_that_were_seen_in_another_graph_are_not_forgotten(self):
        for backend in EXACT:
            with self.subTest(backend=backend):
                self.assert_same(step_behind_break, backend, True)

    def test_another_break_leaves_the_leaf_as_it_is(self):
        self.assert_same(penalty_around_break, "eager", True)

    def test_hooks_of_tensors_run(self):
        for function, hook in (
            (saliency, lambda net, x: x.register_hook(scaled)),
            (of_parameters, lambda net, x: net[0].weight.register_hook(scaled)),
            (step, lambda net, x: net[0].weight.register_hook(scaled)),
            (step, lambda net, x: net[2].bias.register_post_accumulate_grad_hook(triple)),
            (step, lambda net, x: x.register_hook(scaled)),
        ):
            for backend in EXACT:
                with self.subTest(function=function.__name__, backend=backend):
                    self.assert_same(function, backend, True, hook)

    def test_a_tensor_that_is_computed_gets_its_own_graph(self):
        def step(x):
            capture.backward((x * x).sum())
            return x.detach()

        for backend in EXACT:
            with self.subTest(backend):
                torch._dynamo.reset()
                compiled = torch.compile(step, backend=backend)
                compiled(torch.ones(3, requires_grad=True))
                leaf = torch.ones(3, requires_grad=True)
                compiled(leaf * 2)
                self.assertEqual(leaf.grad.tolist(), [8.0] * 3)

    def test_hooks_of_later_tensors_run(self):
        def gradient(x):
            return capture.grad((x * x).sum(), x)[0]

        for backend in EXACT:
            with self.subTest(backend):
                torch._dynamo.reset()
                compiled = torch.compile(gradient, backend=backend)
                compiled(torch.ones(3, requires_grad=True))
                hooked = torch.ones(3, requires_grad=True)
                hooked.register_hook(lambda g: g * 10)
                self.assertEqual(compiled(hooked).tolist(), [20.0] * 3)

    def test_a_gradient_that_is_retained(self):
        torch._dynamo.reset()
        kept = torch.ones(3, requires_grad=True) * 2
        kept.retain_grad()
        torch.compile(lambda x: capture.grad((x * x).sum(), x)[0], backend="aot_eager")(kept)
        self.assertEqual(kept.grad.tolist(), [4.0] * 3)

    def test_a_table_of_another_class(self):
        import collections

        torch._dynamo.reset()
        counted = collections.Counter({0: 3, 1: 5})
        look = torch.compile(lambda x, k: x * capture.look_up(counted, k), backend="eager")
        self.assertEqual(look(torch.ones(1), torch.tensor(4)).tolist(), [0.0])

    def test_keywords_of_the_module_are_its_own(self):
        module = lambda x, module=None, hook=None: x * (2 if module == "b" else 1) * (hook or 1)
        keep = lambda m, args, output: output + 1
        self.assertEqual(capture.hooked(module, keep, torch.ones(1), module="b", hook=3).item(), 7)
        self.assertEqual(capture.hooked_before(module, lambda m, args: None, torch.ones(1), module="b", hook=3).item(), 6)

    def test_fullgraph(self):
        for function in (saliency, penalty, attack, step):
            net, x = torch.nn.Sequential(torch.nn.Linear(3, 2)), torch.ones(2, 3, requires_grad=True)
            torch._dynamo.reset()
            torch.compile(function, backend="aot_eager", fullgraph=True)(net, x)

    def test_recurrent(self):
        for kind in ("RNN", "GRU"):
            for backend in EXACT:
                torch._dynamo.reset()
                counters.clear()
                torch.manual_seed(0)
                module, x = Recurrent(kind), torch.randn(2, 4, 3)
                expected = module(x)
                expected.sum().backward()
                gradients = [p.grad.clone() for p in module.parameters()]
                module.zero_grad()
                found = torch.compile(module, backend=backend)(x)
                found.sum().backward()
                self.assertFalse(counters["graph_break"])
                torch.testing.assert_close(found, expected, rtol=0, atol=0)
                for parameter, gradient in zip(module.parameters(), gradients, strict=True):
                    torch.testing.assert_close(parameter.grad, gradient, rtol=0, atol=0)
                self.assertFalse(torch._dynamo.config.allow_rnn)

    def test_a_key_that_is_not_there(self):
        with self.assertRaises(KeyError):
            capture.look_up(TABLE, torch.tensor(3))
        with self.assertRaises(RuntimeError):
            torch.compile(lambda k: capture.look_up(TABLE, k) * 1, backend="eager")(torch.tensor(3))

    def test_one_number_for_each_key(self):
        for keys in (torch.tensor([1, 0, 7, 0]), torch.tensor([[1], [7]]), torch.tensor([], dtype=torch.int64)):
            for backend in EXACT:
                torch._dynamo.reset()
                found = torch.compile(lambda k: capture.look_up_each(TABLE, k), backend=backend, fullgraph=True)(keys)
                expected = torch.tensor([TABLE[int(k)] for k in keys])
                torch.testing.assert_close(found, expected, rtol=0, atol=0)
                self.assertEqual(found.signbit().tolist(), expected.signbit().tolist())

    def test_among_whole_numbers(self):
        for container in ({0, 5}, frozenset({2}), (5, -1), [], [2**62]):
            for number in (torch.tensor(5), torch.tensor([[2]]), torch.tensor(5, dtype=torch.uint8)):
                expected = number.item() in container
                self.assertEqual(capture.is_in(number, container).item(), expected)
                for backend in EXACT:
                    torch._dynamo.reset()
                    found = torch.compile(lambda n: capture.is_in(n, container), backend=backend, fullgraph=True)(number)
                    self.assertEqual((found.item(), found.dtype, found.shape), (expected, torch.bool, ()))

    def test_among_others_the_graph_breaks(self):
        for container in ({0.5, 5}, [True], {5: 1}, range(9), [2**70, 5]):
            for number in (torch.tensor(5), torch.tensor(5.0), torch.tensor(1)):
                torch._dynamo.reset()
                found = torch.compile(lambda n: capture.is_in(n, container), backend="eager")(number)
                self.assertEqual(found.item(), number.item() in container)

    def test_eager_code(self):
        x = torch.ones(3, requires_grad=True)
        self.assertEqual(capture.grad(x.square().sum(), x)[0].tolist(), [2.0] * 3)
        capture.backward(x.sum())
        self.assertEqual(x.grad.tolist(), [1.0] * 3)
        self.assertTrue(capture.leaf(torch.ones(2)).is_leaf)
        self.assertEqual(capture.look_up([1.5, 2.5], torch.tensor(-1)), 2.5)


if __name__ == "__main__":
    unittest.main()
