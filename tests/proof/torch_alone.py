#!/usr/bin/env python3
"""What torch.compile does to programs that no fix has touched, and `run.py` therefore does not lay at the
door of one. Each line is a program in which the compiled run differs from the uncompiled one by itself:
where torch no longer does it, the line and what `run.py` and `compare.py` make of it can go.

Exit status 0 where all still hold, 1 otherwise, 77 without torch.
"""

import contextlib
import io
import sys

try:
    import torch
except ImportError:
    print("torch is not installed: skipped")
    sys.exit(77)


def outcome(function, make, backend):
    torch._dynamo.reset()
    torch.default_generator.manual_seed(1)
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            result = (torch.compile(function, backend=backend) if backend else function)(*make())
    except Exception as error:  # what it raises is what is compared
        return type(error).__name__, str(error), said.getvalue(), None
    return "", result, said.getvalue(), torch.random.get_rng_state().sum().item()


# ---- the programs -------------------------------------------------------------------------------
def unused_draw(x):
    torch.rand(3)
    return x + 1


def shared_memory(x):
    x.fill_(5)
    return x * 2


def rounds_by_layout(x):
    y = x.expand(x.shape)
    y.copy_(-x / 3)
    y.t_()
    return y


def asserts(x):
    assert (x > 0).all(), "not positive"
    return x


def fails_further_on(x):
    y = torch.zeros(0).max() if x.numel() else x  # found only when it is run
    return x[5] + y


def prints(x):
    y = x * 2
    torch._dynamo.graph_break()
    print(y)
    return y


def changes_before_it_fails(x):
    x.add_(1)
    return x[5]


def catches(x):
    try:
        return x[5]
    except IndexError:
        return x


def unused_failure(x):
    x.argsort()
    return x * 2


def viewed_without_grad(x):
    with torch.no_grad():
        return x.squeeze(), x


def alias_takes_another_shape(x):
    y = x.contiguous()
    y.unsqueeze_(0)
    return y


def differentiates_behind_the_graph(x):
    y = x * 2
    z = y.sum()
    torch._dynamo.graph_break()
    return torch.autograd.grad(z, y)[0]


def ones(*shape, **options):
    return lambda: (torch.ones(*shape, **options),)


def half():
    return (torch.linspace(-1, 2, 6).reshape(2, 3).bfloat16(),)


def check_drop(backend):
    return outcome(unused_draw, ones(3), None)[3] != outcome(unused_draw, ones(3), backend)[3]


def check_rounding():
    return any(not torch.equal(outcome(rounds_by_layout, lambda: (half()[0] * k / 7,), None)[1],
                               outcome(rounds_by_layout, lambda: (half()[0] * k / 7,), "aot_eager")[1]) for k in range(1, 20))


def changed_by(backend):
    x = torch.zeros(3)
    outcome(changes_before_it_fails, lambda: (x,), backend)
    return x.sum().item()


FACTS = {
    "AOTAutograd drops a draw that nothing uses": lambda: check_drop("aot_eager") and not check_drop("eager"),
    "AOTAutograd refuses to change an input whose elements share memory":
        lambda: "single memory location" in str(outcome(shared_memory, lambda: (torch.ones(1).expand(3),), "aot_eager")[1]),
    "AOTAutograd lays results out otherwise, and half precision is rounded otherwise": check_rounding,
    "an assert of a tensor raises RuntimeError": lambda: outcome(asserts, lambda: (-torch.ones(3),), "eager")[0] == "RuntimeError",
    "of two errors that shows which tracing finds":
        lambda: outcome(fails_further_on, ones(3), None)[0] != outcome(fails_further_on, ones(3), "eager")[0],
    "a text names what was computed in a graph CompiledFunctionBackward":
        lambda: "CompiledFunctionBackward" in outcome(prints, ones(3, requires_grad=True), "aot_eager")[2],
    "a handler does not catch what tracing finds": lambda: not outcome(catches, ones(3), None)[0] and outcome(catches, ones(3), "eager")[0] == "IndexError",
    "AOTAutograd drops an operation that nothing uses, with its error":
        lambda: outcome(unused_failure, ones(3, dtype=torch.complex64), "eager")[0] and not outcome(unused_failure, ones(3, dtype=torch.complex64), "aot_eager")[0],
    "AOTAutograd gives a view of an input that no_grad made, and that is returned, a gradient function":
        lambda: outcome(viewed_without_grad, ones(1, 3, requires_grad=True), "aot_eager")[1][0].grad_fn
        and not outcome(viewed_without_grad, ones(1, 3, requires_grad=True), None)[1][0].grad_fn,
    "guards cannot be made for an input whose number of dimensions changes in place":
        lambda: outcome(alias_takes_another_shape, ones(0), "eager")[0] == "IndexError" and not outcome(alias_takes_another_shape, ones(0), None)[0],
    "AOTAutograd computes none of the tensors that one graph gives from another one of them":
        lambda: "not have been used" in str(outcome(differentiates_behind_the_graph, ones(3, requires_grad=True), "aot_eager")[1])
        and not outcome(differentiates_behind_the_graph, ones(3, requires_grad=True), "eager")[0],
    "a graph that tracing fails in has changed nothing": lambda: changed_by(None) == 3 and changed_by("eager") == 0,
}


def main():
    torch._logging.set_logs(all=50)
    gone = [fact for fact, holds in FACTS.items() if not holds()]
    for fact in gone:
        print(f"no longer so: {fact}")
    print(f"{len(FACTS)} facts, {len(gone)} gone")
    return bool(gone)


if __name__ == "__main__":
    sys.exit(main())
