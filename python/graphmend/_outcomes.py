"""What code gives, whatever its data are: shapes, strides and dtypes of its results.

The code runs on fake tensors, which have no data. Where Python asks for some, by a test, each answer
is tried; numbers that it reads and sizes that depend on data are unknowns of the compiler's own kind.
What all runs agree on is so in every call.
"""

import contextlib
import dataclasses
import dis
import logging
import types

import torch
from torch.fx.experimental.symbolic_shapes import (
    GuardOnDataDependentSymNode,
    free_unbacked_symbols,
)
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from graphmend import _unheard

__all__ = ["Undecided", "describe", "reading_unknowns"]

_MOST_RUNS = 64
_MOST_TESTS = 24  # in one run
_ANSWERS = (torch.ops.aten.equal.default, torch.ops.aten.allclose.default)


class Undecided(Exception):
    """The results depend on data in more than their elements."""


class _Answers:
    """Answers the tests of one run: at first as the script says, then with no."""

    def __init__(self, script):
        self.script = script
        self.given = []
        self.known = {}

    def answer(self):
        if len(self.given) == _MOST_TESTS:
            raise Undecided("it asks for the data too often")
        place = len(self.given)
        self.given.append(place < len(self.script) and self.script[place])
        return self.given[-1]

    def answer_about(self, expression):
        """Of an unknown number: the same answer for the same question."""
        if expression not in self.known:
            self.known[expression] = self.answer()
        return self.known[expression]


class _Comparisons(TorchDispatchMode):
    """Operators whose result is a Python bool."""

    def __init__(self, answers):
        super().__init__()
        self.answers = answers

    def __torch_dispatch__(self, function, types, arguments=(), keywords=None):
        if function is torch.ops.aten.equal.default and arguments[0].shape != arguments[1].shape:
            return False
        if function in _ANSWERS:
            return self.answers.answer()
        return function(*arguments, **(keywords or {}))


class _Tests(TorchFunctionMode):
    """What Python reads of tensors, by a test or as a number."""

    def __init__(self, answers):
        super().__init__()
        self.answers = answers

    def __torch_function__(self, function, types, arguments=(), keywords=None):
        if function is torch.Tensor.__bool__ or (
            function is torch.Tensor.item and arguments[0].dtype is torch.bool
        ):
            if arguments[0].numel() != 1:
                raise Undecided("it tests a tensor that has not one element")
            return self.answers.answer()
        if function is torch.Tensor.tolist:
            return _numbers(arguments[0])
        return function(*arguments, **(keywords or {}))


def _numbers(tensor):
    """Unknown numbers in the place of the elements."""
    return [_numbers(part) for part in tensor] if tensor.dim() else tensor.item()


class _number_of:
    """int() and float() of a tensor: an unknown, where Python would want to have the number."""

    def __init__(self, kind):
        self.kind = kind

    def __call__(self, *arguments, **keywords):
        value = arguments[0] if len(arguments) == 1 else None
        if isinstance(value, torch.Tensor) and not value.is_complex():
            return self.of(value.item())
        if isinstance(value, (torch.SymInt, torch.SymFloat)):
            return self.of(value)
        return self.kind(*arguments, **keywords)

    def of(self, value):
        if self.kind is float:
            return torch.sym_float(value)
        return value if isinstance(value, torch.SymInt) else torch.sym_int(value)


def _length_of(value, /):
    """len(), which would want to have the number."""
    return value.shape[0] if isinstance(value, torch.Tensor) and value.dim() else len(value)


def reading_unknowns(function):
    """The function, with int(), float() and len() that give unknowns of what is one."""
    names = {"int": _number_of(int), "float": _number_of(float), "len": _length_of}
    names = {name: new for name, new in names.items() if name not in function.__globals__}
    return types.FunctionType(
        function.__code__, function.__globals__ | names, function.__name__,
        function.__defaults__, function.__closure__,
    )


@contextlib.contextmanager
def _unknowns(shapes, answers):
    """Reading numbers and selecting by data gives unknowns, and `answers` says how they compare."""
    if shapes is None:
        yield
        return
    ask, settings = shapes.evaluate_sym_node, shapes.settings

    def asked(node, *arguments, **keywords):
        try:
            return ask(node, *arguments, **keywords)
        except GuardOnDataDependentSymNode:
            if node.pytype is not bool:
                raise
            return answers.answer_about(node.expr)

    shapes.evaluate_sym_node = asked
    shapes.settings = dataclasses.replace(
        settings, allow_scalar_outputs=True, allow_dynamic_output_shape_ops=True
    )
    try:
        with shapes.ignore_fresh_unbacked_symbols():
            yield
    finally:
        del shapes.evaluate_sym_node
        shapes.settings = settings


def _expression(number):
    return number.node.expr if isinstance(number, torch.SymInt) else number


def _looks(results):
    """What has to be the same in all runs, of a tensor or a tuple of them."""
    looks = []
    for tensor in results if isinstance(results, tuple) else (results,):
        if not isinstance(tensor, torch.Tensor) or tensor.layout is not torch.strided:
            raise Undecided("it gives something else than tensors")
        if free_unbacked_symbols(tensor):
            raise Undecided("the shape of its result depends on data")
        if tensor.is_conj() or tensor.is_neg():
            raise Undecided("its result is a view that negates")
        looks.append((tensor.dtype, tensor.device, [_expression(size) for size in tensor.shape]))
    return isinstance(results, tuple), looks


def _shared(results, inputs):
    """Of each result whether it shares memory with an input or an earlier result."""
    seen = {tensor.untyped_storage()._cdata for tensor in inputs}
    found = []
    for result in results:
        storage = result.untyped_storage()._cdata
        found.append(storage in seen)
        seen.add(storage)
    return found


def _is_raised_by_code(error):
    """Whether a `raise` or `assert` of the code itself is where it comes from."""
    place = error.__traceback__
    while place.tb_next:
        place = place.tb_next
    module = place.tb_frame.f_globals.get("__name__", "")
    code = place.tb_frame.f_code.co_code
    return (
        code[place.tb_lasti] == dis.opmap["RAISE_VARARGS"]
        and module.partition(".")[0] not in ("torch", __name__.partition(".")[0])
    )


def describe(function, inputs):
    """The results of function(fakes), of new tensors that look like the inputs: whether they are a
    tuple, a contiguous tensor without data for each, and whether each may share memory with an input
    or another result. Raises Undecided where runs differ, or a result has a shape that depends on
    data.

    inputs  fake tensors, of one mode, under which this runs
    """
    shapes = next((tensor.fake_mode.shape_env for tensor in inputs), None)
    scripts, runs, looks, copied, results = [[]], 0, None, None, None
    while scripts:
        script = scripts.pop()
        runs += 1
        if runs > _MOST_RUNS:
            raise Undecided("it has too many ways to run")
        fakes = [_alike(tensor) for tensor in inputs]
        answers = _Answers(script)
        modes = _unknowns(shapes, answers), _Comparisons(answers), _Tests(answers)
        with modes[0], modes[1], modes[2], _quiet(), _as_when_run():
            try:
                found = function(fakes)
                seen = _looks(found)
            except Exception as error:
                if not _is_raised_by_code(error):
                    raise
                seen = None  # so it does where the data are such
        if seen and (looks or seen) != seen:
            raise Undecided("what it gives depends on data")
        if seen:
            looks, results = seen, found if isinstance(found, tuple) else (found,)
            copied = [a or b for a, b in zip(copied or [False] * len(results), _shared(results, fakes))]
        for place in range(len(script), len(answers.given)):
            scripts.append([*answers.given[:place], True])
    if not looks:
        raise Undecided("it always raises")
    several, _ = looks
    made = [torch.empty(tensor.shape, dtype=tensor.dtype, device=tensor.device) for tensor in results]
    return several, made, copied


@contextlib.contextmanager
def _as_when_run():
    """The code may ask whether it is being compiled; messages are not shown."""
    flag = "_is_compiling_flag"
    was = getattr(torch.compiler, flag, False)
    setattr(torch.compiler, flag, False)
    try:
        with _unheard.run():
            yield
    finally:
        setattr(torch.compiler, flag, was)


@contextlib.contextmanager
def _quiet():
    """What torch logs of sides that do not fit the data is not to be shown."""
    logger = logging.getLogger("torch._subclasses.fake_tensor")
    was = logger.disabled
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = was


def _alike(tensor):
    new = torch.empty_strided(
        tensor.shape, tensor.stride(), dtype=tensor.dtype, device=tensor.device
    )
    return new.requires_grad_(tensor.requires_grad)
