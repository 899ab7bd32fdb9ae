"""Random numbers of Python and of NumPy that a compiled graph draws each time it runs.

`graphmend check --fix --unsafe-fixes` puts a draw whose number only tensors are computed with, or only
tests compare, into one of these:

    keep = graphmend.draws.number(random.random)             random.random()
    lam = graphmend.draws.number(np.random.beta, 0.4, 0.4)   np.random.beta(0.4, 0.4)
    k = graphmend.draws.whole(random.randint, 0, 3)          random.randint(0, 3)

Each gives a 0-d tensor on the CPU, of doubles or of whole numbers. In compiled code it is one operator,
which calls the function when the graph runs: the same numbers from the same generator, in the same order.
It changes a tensor that all draws share, so none of them is dropped, repeated or moved past another.

What is not found in the modules under its own name, as a method of another generator or a function that
was put in its place, is called as it was, and the graph breaks there as it did.
"""

import functools
import sys

import torch

__all__ = ["number", "whole"]

_MODULES = ("random", "numpy.random")


def number(function, /, *args):
    """`function(*args)`, a float, as a tensor of doubles."""
    name = _name_of(function) if torch.compiler.is_compiling() else None
    if name is not None:
        return _OPERATORS[0](_ORDER, name, [float(arg) for arg in args])
    return torch.tensor(function(*args), dtype=torch.float64, device="cpu")


def whole(function, /, *args):
    """`function(*args)`, an int, as a tensor of whole numbers."""
    name = _name_of(function) if torch.compiler.is_compiling() else None
    if name is not None:
        return _OPERATORS[1](_ORDER, name, list(args))
    return torch.tensor(function(*args), dtype=torch.int64, device="cpu")


def _name_of(function):
    """The module and name that the operator finds the function by; None where it would not serve."""
    from torch._dynamo.symbolic_convert import InstructionTranslator

    # The body of a higher-order operator, or what vmap or grad transform, takes no such operator.
    if _OPERATORS is None or torch._C._functorch.peek_interpreter_stack() is not None:
        return None
    if not InstructionTranslator.current_tx().output.is_root_tracer():
        return None
    for module in _MODULES:
        if module in sys.modules and getattr(sys.modules[module], function.__name__, None) == function:
            return module + ":" + function.__name__
    return None


# What torch.compiler.assume_constant_result does; that one would import the compiler.
_name_of._dynamo_marked_constant = True


def _draw(name, args):
    module, function = name.split(":")
    return getattr(sys.modules[module], function)(*args)


def _define_operators():
    """The operators of floats and of whole numbers; None where torch is too old for operators of one's own."""

    def draw_number(order: torch.Tensor, name: str, args: list[float]) -> torch.Tensor:
        return torch.tensor(_draw(name, args), dtype=torch.float64)

    def draw_whole(order: torch.Tensor, name: str, args: list[int]) -> torch.Tensor:
        return torch.tensor(_draw(name, args), dtype=torch.int64)

    def define(function, dtype):
        # The version is part of the name: a cache of the compiler must not take what was compiled for
        # another definition.
        name = function.__name__ + "_v1"
        if not hasattr(torch.ops.graphmend, name):
            make = functools.partial(torch.library.custom_op, "graphmend::" + name, function, mutates_args=("order",))
            try:
                operator = make(tags=(torch.Tag.cudagraph_unsafe,))
            except (AttributeError, TypeError):  # releases without the tag, or without tags here
                operator = make()
            operator.register_fake(lambda order, name, args: torch.empty((), dtype=dtype, device="cpu"))
        return getattr(torch.ops.graphmend, name)

    try:
        return define(draw_number, torch.float64), define(draw_whole, torch.int64)
    except AttributeError:
        return None


def _define_order():
    with torch.inference_mode(False):
        return torch.zeros(1, device="cpu")


_ORDER = _define_order()
_OPERATORS = _define_operators()
