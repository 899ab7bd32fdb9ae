#!/usr/bin/env python3
"""graphmend.outline on real torch: what an outlined loop gives is what it gave, for every backend, in
gradients, under autocast, checkpoints and several modules that share compiled code.

    outline_test.py PACKAGE   the folder python/graphmend of this project

Exit status 77 where torch is not installed.
"""
import contextlib
import copy
import gc
import io
import pathlib
import sys
import unittest
import warnings

SKIPPED = 77
try:
    import torch
    import torch.utils.checkpoint
except ImportError:
    print("torch is not installed")
    sys.exit(SKIPPED)

sys.path.insert(0, str(pathlib.Path(sys.argv.pop(1)).resolve().parent))
import graphmend.outline  # noqa: E402
import graphmend.runtime  # noqa: E402

BACKENDS = ("eager", "aot_eager", "inductor")


class Experts(torch.nn.Module):
    def __init__(self, count):
        super().__init__()
        self.count = count
        self.experts = torch.nn.ModuleList(torch.nn.Linear(8, 8) for _ in range(count))
        self.register_buffer("bias", torch.ones(8))

    @graphmend.outline.region("out, seen")
    def run(self, x, scale, steps, doubled, out, seen):
        for number in range(self.count):
            rows = torch.where(x.sum(-1) * (number + 1) > 0)[0]
            if rows.numel() == 0:
                continue
            part = self.experts[number](x[rows]).to(out.dtype) * scale * steps + self.bias
            out.index_add_(0, rows, part * 2 if doubled else part)
            seen[number] += rows.numel()
        return out, seen

    def forward(self, x):
        out, seen = self.run(x * 2, 0.5, x.shape[0], x.shape[0] > 3, torch.zeros_like(x), torch.zeros(9, dtype=torch.long))
        return out.relu() + seen.sum()


class Two(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = Experts(3), Experts(4)

    def forward(self, x):
        return self.second(self.first(x)) + x


@graphmend.outline.region("out")
def spread(x, kind, out):
    for k in torch.unique(kind):
        out[kind == k] += x[kind == k].mean(0)
    return out


def spread_all(x, kind):
    return spread(x, kind, torch.zeros_like(x)).relu()


def squares(x, y, same):
    """Asks whether a gradient is wanted, as libraries do."""
    if same and not x.requires_grad and not y.requires_grad:
        return x.pow(2).sum(-1)
    return y.pow(2).sum(-1)


@graphmend.outline.computed
def distance(self, x, y, root):
    same = torch.equal(x, y)
    found = x.pow(2).sum(-1) + squares(x, y, same) - 2 * (x * y).sum(-1) + self.bias.sum()
    if same and not x.requires_grad:
        found[:1].fill_(3)
    return found.abs().sqrt() if root else found


@graphmend.outline.computed
def loss(x, labels):
    keep = labels != -1
    if not keep.any():
        return x.sum() * 0
    if (labels > 9).any():
        raise ValueError("no such label")
    count, total = int(keep.sum()), float(x.detach().sum())
    each = (x[keep] - labels[keep, None]).abs().sum(-1)
    return each.mean() * 2 if count > 3 and total < 1e9 else each.max() + count


SEEN = []


@graphmend.outline.computed
def chatty(x, tries):
    """Says what it does, each time that it is run for its results."""
    for i in range(tries):
        graphmend.runtime.print("sum", graphmend.runtime.read("item", x.sum()), graphmend.runtime.text("{:.1e}", x.mean() * i))
        if not (x < 0).any():
            break
        graphmend.runtime.warn(graphmend.runtime.text("{} of {:.2f}", i, (x < 0).sum().item() / 2), DeprecationWarning)
        graphmend.runtime.call(SEEN.append, (x < 0).sum().item())
        x = x + 0.5
    if torch.compiler.is_compiling():
        return x[:1]
    torch._assert_async((x < 9).all(), "too large")
    return x * 2


class Started(torch.nn.Module):
    """Fills its buffers by what it is first given."""

    def __init__(self, learnt=False):
        super().__init__()
        self.up = torch.nn.Linear(4, 4)
        for name, value in (("mean", torch.zeros(4)), ("count", torch.tensor(0)), ("ready", torch.tensor(False)), ("scale", torch.full((4,), 2.0))):
            self.register_buffer(name, value)
        if learnt:
            self.mean = torch.nn.Parameter(self.__dict__["_buffers"].pop("mean"))

    @graphmend.outline.changing("count, mean, ready")
    def start(self, x, steps):
        if self.ready:
            return
        if steps > 50:
            raise ValueError("too many")
        graphmend.runtime.print("start", steps)
        self.mean.data.copy_(x[torch.randperm(x.shape[0])[:2]].mean(0) * self.scale)
        self.count.data.add_(steps)
        self.ready.data.fill_(True)

    def forward(self, x, steps):
        y = self.up(x)
        early = self.mean * 1, self.mean * y
        self.start(y, steps)
        return (y - self.mean).relu() + early[0] + early[1]


class Metric(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up = torch.nn.Linear(8, 8)
        self.register_buffer("bias", torch.ones(8))

    def forward(self, x, y, labels):
        far = distance(self, self.up(x), self.up(y), labels.shape[0] > 4)
        return far * 2 + loss(self.up(x), labels)


class OutlineTest(unittest.TestCase):
    def setUp(self):
        torch._dynamo.reset()
        torch.manual_seed(0)

    def gradients(self, model, result, x):
        leaves = [x, *(model.parameters() if isinstance(model, torch.nn.Module) else ())]
        return torch.autograd.grad(result.sum(), leaves, retain_graph=False)

    def assert_same(self, model, x, *rest, backend="aot_eager", **options):
        compiled = torch.compile(model, backend=backend, fullgraph=True, **options)
        with torch.no_grad():
            self.assertTrue(torch.equal(compiled(x, *rest), model(x, *rest)))
        expected = model(x, *rest)
        result = compiled(x, *rest)
        self.assertTrue(torch.equal(result, expected))
        self.assertEqual(result.stride(), expected.stride())
        for ours, theirs in zip(self.gradients(model, result, x), self.gradients(model, expected, x)):
            torch.testing.assert_close(ours, theirs, rtol=1e-6, atol=1e-6)

    def test_backends(self):
        x = torch.randn(5, 8, requires_grad=True)
        for backend in BACKENDS:
            with self.subTest(backend):
                torch._dynamo.reset()
                self.assert_same(Two(), x, backend=backend)
                self.assert_same(spread_all, x, torch.tensor([0, 2, 2, 0, 1]), backend=backend)

    def test_autocast(self):
        x = torch.randn(5, 8, requires_grad=True)
        for backend in BACKENDS:
            with self.subTest(backend), torch.autocast("cpu", dtype=torch.bfloat16):
                torch._dynamo.reset()
                self.assert_same(Two(), x, backend=backend)

    def test_sizes_that_change(self):
        model = Two()
        compiled = torch.compile(model, backend="aot_eager", fullgraph=True, dynamic=True)
        for rows in (5, 2, 7, 0):
            x = torch.randn(rows, 8)
            self.assertTrue(torch.equal(compiled(x), model(x)))

    def test_compiled_code_that_several_modules_share(self):
        model = Two()
        x = torch.randn(5, 8)
        expected = model(x)
        compiled = torch.compile(Experts.forward, backend="aot_eager", fullgraph=True)
        self.assertTrue(torch.equal(compiled(model.second, compiled(model.first, x)) + x, expected))

    def test_a_module_that_is_gone(self):
        compiled = torch.compile(Experts.forward, backend="aot_eager", fullgraph=True)
        for count in (1, 2, 3):
            model, x = Experts(count), torch.randn(4, 8)
            self.assertTrue(torch.equal(compiled(model, x), model(x)))
            del model
            gc.collect()

    def test_checkpoint(self):
        model = Two()

        def checkpointed(x):
            return torch.utils.checkpoint.checkpoint(model, x, use_reentrant=False)

        x = torch.randn(5, 8, requires_grad=True)
        self.assert_same(checkpointed, x)

    def test_parameters_that_a_step_has_changed(self):
        model, x = Two(), torch.randn(5, 8)
        compiled = torch.compile(model, backend="aot_eager", fullgraph=True)
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        for _ in range(3):
            optimizer.zero_grad()
            compiled(x).sum().backward()
            optimizer.step()
            self.assertTrue(torch.equal(compiled(x), model(x)))

    def test_random_numbers_are_drawn_again(self):
        @graphmend.outline.region("out")
        def noisy(x, out):
            for row in range(int(x.sum() > -1e9)):
                out += x * torch.rand_like(x)
            return out

        x = torch.randn(4, 4, requires_grad=True)
        for backend in BACKENDS:
            compiled = torch.compile(lambda x: noisy(x, torch.zeros_like(x)), backend=backend, fullgraph=True)
            torch.manual_seed(3)
            result = compiled(x)
            after = torch.get_rng_state()
            (gradient,) = torch.autograd.grad(result.sum(), x)
            self.assertTrue(torch.equal(result, x * gradient))
            self.assertTrue(torch.equal(torch.get_rng_state(), after))

    def test_gradients_that_are_part_of_a_graph(self):
        model, x = Experts(3), torch.randn(5, 8, requires_grad=True)
        expected = self.gradients(model, model(x), x)
        with torch._dynamo.config.patch(compiled_autograd=True):
            def step(x):
                model.zero_grad(set_to_none=True)
                model(x).sum().backward()

            torch.compile(step, backend="aot_eager")(x)
        for leaf, gradient in zip([x, *model.parameters()], expected):
            torch.testing.assert_close(leaf.grad, gradient)

    def test_state_that_is_not_registered(self):
        model, x = Experts(2), torch.randn(5, 8, requires_grad=True)
        model.__dict__["extra"] = [torch.nn.Linear(8, 8)]
        result = torch.compile(model, backend="aot_eager")(x)  # as it was, with its breaks
        self.assertTrue(torch.equal(result, model(x)))

    def test_an_error_is_the_same_error(self):
        @graphmend.outline.region("out")
        def fail(x, out):
            out[x.long()] = 1
            return out

        compiled = torch.compile(lambda x: fail(x, torch.zeros(2)), backend="aot_eager")
        with self.assertRaises(IndexError):
            compiled(torch.full((3,), 7.0))

    def test_a_tensor_that_is_made(self):
        x, other = torch.randn(5, 8, requires_grad=True), torch.randn(5, 8)
        for backend in BACKENDS:
            for y, labels in ((x.detach(), [1, -1, 2, 3, 1]), (other, [-1, -1, -1, 2, 1]), (other, [-1] * 5)):
                with self.subTest(backend, labels=labels):
                    torch._dynamo.reset()
                    model = Metric()
                    labels = torch.tensor(labels)
                    expected = model(x, y, labels)
                    result = torch.compile(model, backend=backend, fullgraph=True)(x, y, labels)
                    torch.testing.assert_close(result, expected)
                    self.assertEqual(result.stride(), expected.stride())
                    for ours, theirs in zip(self.gradients(model, result, x), self.gradients(model, expected, x)):
                        torch.testing.assert_close(ours, theirs)

    def test_a_tensor_that_is_made_of_sizes_that_change(self):
        model = Metric()
        compiled = torch.compile(model, backend="aot_eager", fullgraph=True, dynamic=True)
        with torch.no_grad():
            for rows in (5, 3, 7, 1):
                x, labels = torch.randn(rows, 8), torch.arange(rows) - 1
                for y in (x, x + 1):
                    self.assertTrue(torch.equal(compiled(x, y, labels), model(x, y, labels)))

    def test_what_the_code_raises_is_raised(self):
        model, x = Metric(), torch.randn(5, 8)
        compiled = torch.compile(model, backend="aot_eager", fullgraph=True)
        with self.assertRaisesRegex(ValueError, "no such label"):
            compiled(x, x, torch.tensor([1, 2, 3, 4, 10]))

    def test_strides_that_depend_on_data(self):
        @graphmend.outline.computed
        def turned(x):
            if x.sum() > 0:
                return (x.t() * 2).t()
            return x.t().contiguous().t() * 2 if x.sum() < -100 else x.contiguous() * 2

        for sign in (1, -1):
            x = torch.ones(3, 4) * sign
            result = torch.compile(lambda x: turned(x), backend="aot_eager", fullgraph=True)(x)
            self.assertTrue(torch.equal(result, x * 2))
            self.assertEqual(result.stride(), (4, 1))

    def test_several_results(self):
        @graphmend.outline.computed
        def both(x, y):
            same = torch.equal(x, y)
            return (x - y).norm() if same else (x - y).abs().sum(), x * 3 if same else y * 2, x.argmax()

        for backend in ("aot_eager", "inductor"):
            for other in (0, 1):
                torch._dynamo.reset()
                x = torch.arange(4.0, requires_grad=True)
                far, scaled, largest = torch.compile(lambda x, y: both(x, y), backend=backend, fullgraph=True)(x, x.detach() + other)
                expected = both(x, x.detach() + other)
                for ours, theirs in zip((far, scaled, largest), expected):
                    self.assertTrue(torch.equal(ours, theirs))
                # The first one is not used: its gradient at 0 is not finite.
                (gradient,) = torch.autograd.grad(scaled.sum(), x)
                self.assertTrue(torch.equal(gradient, torch.full((4,), 0.0 if other else 3.0)))

    def test_what_may_share_memory_is_a_copy(self):
        def the_argument(x):
            return x if x.sum() > 0 else x * 2

        def a_view(x):
            return x[1:] if x.sum() > 0 else x[1:] * 2

        def expanded(x):
            return x[:1].expand(3, 4) if x.sum() > 0 else x * 2

        for function in (the_argument, a_view, expanded):
            outlined = graphmend.outline.computed(function)
            for backend in BACKENDS:
                for sign in (1, -1):
                    with self.subTest(function.__name__, backend=backend, sign=sign):
                        torch._dynamo.reset()
                        x = (torch.ones(3, 4) * sign).requires_grad_()
                        result = torch.compile(lambda x: outlined(x) + 0, backend=backend, fullgraph=True)(x)
                        self.assertTrue(torch.equal(result, function(x)))
                        ours, theirs = (torch.autograd.grad(given.sum(), x)[0] for given in (result, function(x)))
                        self.assertTrue(torch.equal(ours, theirs))
                        x = x.detach()
                        result = torch.compile(lambda x: outlined(x), backend=backend, fullgraph=True)(x)
                        self.assertTrue(result.is_contiguous())
                        self.assertNotEqual(result.untyped_storage().data_ptr(), x.untyped_storage().data_ptr())

    def test_only_what_is_read_is_kept(self):
        @graphmend.outline.computed
        def solved(self, gram, x):
            return torch.linalg.pinv(gram + self.weight) @ x.T if torch.linalg.det(gram) == 0 else self.inverse(gram) @ x.T

        class Normed(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = torch.nn.Parameter(torch.eye(4))
                self.scale = torch.nn.Parameter(torch.ones(4, 1))
                self.bn = torch.nn.BatchNorm1d(4)

            def inverse(self, gram):
                return torch.linalg.inv(gram) * self.scale

            def forward(self, x):
                return self.bn(solved(self, x.T @ x + self.weight, x).T)

        for backend in BACKENDS:
            torch._dynamo.reset()
            torch.manual_seed(0)
            x = torch.randn(5, 4, requires_grad=True)
            models = Normed(), Normed()
            fast = torch.compile(models[1], backend=backend, fullgraph=True)
            for model in (models[0], fast):
                (model(x) + model(x * 2)).sum().backward()
            for ours, theirs in zip(models[1].parameters(), models[0].parameters()):
                torch.testing.assert_close(ours.grad, theirs.grad, rtol=1e-4, atol=1e-4)

    def test_a_checkpoint_of_what_is_made(self):
        half = graphmend.outline.computed(lambda x: x * 2 if x.sum() > 0 else x * x)
        x = torch.randn(4, requires_grad=True)
        for given in (x, -x):
            compiled = torch.compile(lambda x: half(x) + 1, backend="eager", fullgraph=True)
            result = torch.utils.checkpoint.checkpoint(compiled, given, use_reentrant=False)
            expected = half(given) + 1
            ours, theirs = (torch.autograd.grad(one.sum(), x)[0] for one in (result, expected))
            self.assertTrue(torch.equal(ours, theirs))

    def test_an_error_of_what_is_not_used(self):
        @graphmend.outline.computed
        def checked(x):
            if x.sum() > 0:
                raise ValueError("positive")
            return x * 2

        def unused(x):
            checked(x)
            return x + 1

        for backend in ("eager", "aot_eager"):
            torch._dynamo.reset()
            with self.assertRaisesRegex(ValueError, "positive"):
                torch.compile(unused, backend=backend, fullgraph=True)(torch.ones(2))

    def test_a_gradient_of_a_gradient_is_refused(self):
        square = graphmend.outline.computed(lambda x: x * x if x.sum() > 0 else x)
        x = torch.ones(3, requires_grad=True)
        result = torch.compile(lambda x: square(x) * 1, backend="eager", fullgraph=True)(x)
        (gradient,) = torch.autograd.grad(result.sum(), x, create_graph=True)
        with self.assertRaisesRegex(RuntimeError, "no gradient of a gradient"):
            gradient.sum().backward()

    def test_numbers_that_no_operator_takes(self):
        limited = graphmend.outline.computed(lambda x, n: x * 2 if x.sum() > 0 and n > 3 else x * 3)
        compiled = torch.compile(lambda x, n: limited(x, n), backend="eager")
        for number in (2**70, 4, -(2**63) - 1):
            torch._dynamo.reset()
            self.assertTrue(torch.equal(compiled(torch.ones(2), number), limited(torch.ones(2), number)))

    def test_modules_that_do_more_than_their_class_says(self):
        seen = []
        model = Metric()
        model.up.register_forward_hook(lambda module, given, result: seen.append(type(result)))
        outlined = graphmend.outline.computed(lambda self, x: self.up(x) if x.sum() > 0 else self.up(x) * 2)
        x = torch.ones(2, 8)
        with torch.no_grad():
            result = torch.compile(lambda x: outlined(model, x), backend="eager")(x)
            self.assertTrue(torch.equal(result, outlined(model, x)))
        self.assertEqual(set(seen), {torch.Tensor})

    def test_what_no_operator_can_give(self):
        def of_data(x):
            return x[x > 0]

        def of_one_side(x):
            return x[0] * 2 if x.sum() > 0 else x * 2

        def of_two_dtypes(x):
            return x.double() if x.sum() > 0 else x * 2

        def as_often_as_data_tell(x):
            total = x * 0
            for number in range(int(x.abs().sum())):
                total = total + number
            return total

        def not_a_tensor(x):
            return 1 if x.sum() > 0 else 2

        def asks_for_kinds(x):
            number = int(x.sum())
            return x * 2 if isinstance(number, int) else x[:1] * 2

        functions = (of_data, of_one_side, of_two_dtypes, as_often_as_data_tell, not_a_tensor, asks_for_kinds)
        for function in functions:
            outlined = graphmend.outline.computed(function)
            for sign in (1, -1):
                with self.subTest(function.__name__, sign=sign):
                    torch._dynamo.reset()
                    x = torch.ones(3, 4) * sign
                    self.assertGreater(torch._dynamo.explain(lambda x: outlined(x))(x).graph_break_count, 0)
                    result = torch.compile(lambda x: outlined(x), backend="aot_eager")(x)  # with its breaks
                    expected = function(x)
                    self.assertEqual(type(result), type(expected))
                    if isinstance(expected, torch.Tensor):
                        self.assertTrue(torch.equal(result, expected))
                        self.assertEqual(result.data_ptr() == x.data_ptr(), expected.data_ptr() == x.data_ptr())

    def test_what_the_module_holds_is_left_alone_while_it_is_tried(self):
        class Reducer(torch.nn.Module):
            low, collects, past = 0.5, False, None

            @graphmend.outline.computed
            def reduced(self, x):
                chosen = x[x > self.low]
                past = len(chosen)
                if self.collects:
                    self.past = past
                return chosen.mean() if past >= 1 else x.sum() * 0

            def forward(self, x):
                return self.reduced(x * 2) + 1

        for scale in (torch.nn.Linear(1, 1), None):
            model = Reducer()
            model.scale = scale
            for collects, breaks in ((False, False), (True, True)):
                model.collects, model.past = collects, None
                with self.subTest(collects=collects, state=scale is not None):
                    torch._dynamo.reset()
                    x = torch.arange(4.0)
                    explained = torch._dynamo.explain(model)(x)
                    self.assertEqual(explained.graph_break_count > 0, breaks)
                    model.past = None
                    compiled = torch.compile(model, backend="aot_eager")
                    for given in (x, x * 0, torch.ones(4)):
                        model.past = None
                        result, past = compiled(given), model.past
                        self.assertTrue(torch.equal(result, model(given)))
                        self.assertEqual(past, len((given * 2)[given * 2 > 0.5]) if collects else None)

    def test_what_the_module_is_told_later(self):
        class Doubling(torch.nn.Module):
            wide = False

            @graphmend.outline.computed
            def read(self, x):
                if x.sum() > 100:
                    return x * 0
                return torch.cat((x, x)) if self.wide else x * 2

            @graphmend.outline.computed
            def handed_on(self, x):
                return read_of(self, x)

            def forward(self, x):
                return self.read(x) + self.handed_on(x)

        def read_of(module, x):
            if x.sum() > 100:
                return x * 0
            return torch.cat((x, x)) if module.wide else x * 2

        model = Doubling()
        compiled = torch.compile(model, backend="aot_eager")
        for wide in (False, True, False):
            model.wide = wide
            x = torch.ones(3)
            result, expected = compiled(x), model(x)
            self.assertEqual((result.shape, result.tolist()), (expected.shape, expected.tolist()))

    def heard(self, function, *arguments):
        """What it gives, and all that it says."""
        SEEN.clear()
        with contextlib.redirect_stdout(io.StringIO()) as out, warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            result = function(*arguments)
            result.sum().backward()
        said = [str(w.message) for w in warned if w.category is DeprecationWarning]
        return result, out.getvalue(), said, list(SEEN)

    def test_buffers_that_are_filled_once(self):
        for backend in BACKENDS:
            for dynamic in (None, True):
                torch._dynamo.reset()
                model = Started()
                plain = copy.deepcopy(model)
                compiled = torch.compile(model, backend=backend, fullgraph=True, dynamic=dynamic)
                for call in range(3):
                    with self.subTest(backend, dynamic=dynamic, call=call), contextlib.redirect_stdout(io.StringIO()) as out:
                        x = torch.randn(5 + call, 4)
                        results = []
                        for run, of in ((plain, plain), (compiled, model)):
                            torch.manual_seed(call)
                            of.zero_grad()
                            results.append(run(x, call + 1))
                            results[-1].sum().backward()
                        torch.testing.assert_close(results[1], results[0])
                        for one, other in zip(model.buffers(), plain.buffers()):
                            torch.testing.assert_close(one, other)
                        for one, other in zip(model.parameters(), plain.parameters()):
                            torch.testing.assert_close(one.grad, other.grad)
                    self.assertEqual(out.getvalue(), "start 1\n" * 2 if call == 0 else "")

    def test_what_fills_no_buffer_is_called(self):
        for model, steps, error in ((Started(learnt=True), 3, None), (Started(), 60, ValueError)):
            torch._dynamo.reset()
            compiled = torch.compile(model, backend="aot_eager")
            with contextlib.redirect_stdout(io.StringIO()):
                if error:
                    self.assertRaises(error, compiled, torch.randn(5, 4), steps)
                    self.assertFalse(model.ready)
                    continue
                torch.manual_seed(0)
                result = compiled(torch.randn(5, 4), steps)
                self.assertTrue(model.ready and model.mean.abs().sum() > 0 and torch.isfinite(result).all())

    def test_messages_are_those_of_one_run(self):
        for backend in BACKENDS:
            compiled = torch.compile(lambda x: chatty(x * 1, 4) + 1, backend=backend, fullgraph=True)
            for x in (torch.full((3,), -0.7), torch.ones(3), torch.tensor([-2.0, 1, 0.1])):
                with self.subTest(backend, x=x):
                    x.requires_grad_()
                    expected = self.heard(lambda x: chatty(x * 1, 4) + 1, x)
                    gradient, x.grad = x.grad, None
                    self.assertEqual([len(said) > 0 for said in expected[1:]], [True, bool((x < 0).any()), bool((x < 0).any())])
                    for _ in range(2):
                        x.grad = None
                        result = self.heard(compiled, x)
                        self.assertEqual(result[1:], expected[1:])
                        self.assertTrue(torch.equal(result[0], expected[0]) and torch.equal(x.grad, gradient))

    def test_the_compiler_is_left_as_it_was(self):
        @graphmend.outline.computed
        def kept(x):
            return x[x > 0].sum() if x[x > 0].numel() > 1 else x.sum()

        def both(x):
            return kept(x), x[x > 0].sin()  # breaks the graph: nothing is captured outside

        x = torch.randn(6)
        first, second = torch.compile(both, backend="aot_eager")(x)
        self.assertTrue(torch.equal(first, both(x)[0]) and torch.equal(second, x[x > 0].sin()))
        self.assertEqual(torch._dynamo.explain(both)(x).graph_break_count, 1)
        with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
            first, second = torch.compile(both, backend="aot_eager", fullgraph=True)(x)
        self.assertTrue(torch.equal(first, both(x)[0]) and torch.equal(second, x[x > 0].sin()))


if __name__ == "__main__":
    unittest.main()
