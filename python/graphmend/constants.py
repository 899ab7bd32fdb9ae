"""Numbers of tensors that are made of Python's own, known while torch.compile traces.

`graphmend check --fix` puts a tensor whose number Python needs into this, where source shows that it is
made of sizes or other numbers of Python's:

    shapes = torch.as_tensor([(32, 48), (16, 24)])
    if graphmend.constants.number(shapes.prod(1).sum() != x.shape[1]): raise ValueError(...)
    rows = x.narrow(0, 0, graphmend.constants.whole(shapes[0, 0]))

Without the compiler both give the tensor back, and Python reads its number as it did. Compiled, they
look at the graph as far as it has been traced: where the tensor was computed from constants alone, they
give what these come to, and nothing is left to ask at run time. Where something else went into it, the
size of a dimension that is dynamic included, they give the tensor, and the graph breaks there as it did.
`whole` gives the tensor also where it is one of floats or bools: Python refuses these as an index.

What the constants come to is computed by torch, on the CPU, by operations of which each device gives the
same to the bit: moves of elements, whole numbers, and sums, differences and products of two floats.
"""

import operator

import torch

__all__ = ["number", "whole"]


def number(tensor):
    """The number of a 0-d tensor as Python's; the tensor, where that is not known yet."""
    if torch.compiler.is_compiling() and _is_alone():
        torch._dynamo.skip_frame()
    if not torch.compiler.is_compiling() or not isinstance(tensor, torch.Tensor):
        return tensor
    from torch._dynamo.comptime import comptime

    _clear()
    comptime(_note)
    if _is_noted():
        return _noted()
    return tensor


def whole(tensor):
    """The same of a tensor of whole numbers; any other tensor itself."""
    if torch.compiler.is_compiling() and _is_alone():
        torch._dynamo.skip_frame()
    if isinstance(tensor, torch.Tensor) and (tensor.dtype.is_floating_point or tensor.dtype == torch.bool):
        return tensor
    return number(tensor)


# What `_note` has found, until it is asked for.
_NOTES = []


def _constant_result(function):
    # What torch.compiler.assume_constant_result does; that one would import the compiler.
    function._dynamo_marked_constant = True
    return function


@_constant_result
def _is_alone():
    """Whether the compiler gave up the function around, and now compiles what that calls."""
    frames = torch._guards.TracingContext.extract_stack()
    return hasattr(torch._dynamo, "skip_frame") and all(frame.filename == __file__ for frame in frames)


@_constant_result
def _clear():
    _NOTES.clear()  # where tracing ended before the last one was asked for


@_constant_result
def _is_noted():
    return len(_NOTES) > 0


@_constant_result
def _noted():
    return _NOTES.pop()


def _note(context):
    """Called by Dynamo while it traces `number`, with what it knows of the frame."""
    from torch.utils._python_dispatch import _disable_current_modes

    tracer = getattr(context, "_ComptimeContext__tx", None)
    # The body of a higher-order operator is another graph, and vmap and grad transform this one.
    if tracer is None or not tracer.output.is_root_tracer():
        return
    if torch._C._functorch.peek_interpreter_stack() is not None:
        return
    node = tracer.symbolic_locals["tensor"].as_proxy().node
    with _disable_current_modes(), torch.no_grad():
        value = _constants_of(tracer.output, node.graph).value_of(node)
    if isinstance(value, torch.Tensor) and value.dim() == 0:
        _NOTES.append(value.item())


def _constants_of(output, graph):
    """What is known of the graph that is traced: nothing of it is computed twice."""
    known = getattr(output, "_graphmend_constants", None)
    if known is None or known.graph is not graph or not known.goes_on():
        known = output._graphmend_constants = _Constants(graph)
    return known


# ---- what is followed -------------------------------------------------------------------------------
# Moves elements, or makes a tensor of Python's numbers.
_MOVES = frozenset(
    "getitem unbind select narrow unsqueeze squeeze flatten view reshape permute transpose t expand clone "
    "contiguous stack cat concat chunk split flip detach".split()
)
_MAKES = frozenset("tensor as_tensor zeros ones full scalar_tensor arange".split())
_MAKES_LIKE = frozenset("new_tensor new_zeros new_ones new_full zeros_like ones_like full_like".split())
# Computes an element from two at most.
_COMPUTES = frozenset("add sub mul neg abs eq ne lt le gt ge minimum maximum max min amax amin".split())
# … of whole numbers alone: of floats the order counts, or how a device divides.
_COMPUTES_WHOLE = frozenset(
    "sum prod cumsum cumprod floordiv floor_divide mod remainder and_ or_ xor invert logical_and logical_or "
    "logical_not any all arange".split()
)
# … and with whole numbers in: a float that is too large comes out otherwise on another device.
_CONVERTS = frozenset("to long int float double bool".split())
_CHANGES = frozenset("iadd isub imul setitem add_ sub_ mul_ neg_ fill_ zero_".split())
_FOLLOWED = _MOVES | _MAKES | _MAKES_LIKE | _COMPUTES | _COMPUTES_WHOLE | _CONVERTS | _CHANGES
# Changes nothing. What is not listed may, however it is called.
_READS = (_FOLLOWED - _CHANGES) | frozenset("truediv div matmul pow where linspace size dim numel as_strided".split())
# … and gives a tensor that shares memory with none.
_NEW = _COMPUTES | _COMPUTES_WHOLE | frozenset("truediv div matmul pow where linspace stack cat concat clone".split())
_NAMED = frozenset("dim dims axis dtype keepdim device fill_value".split())
_MOST_ELEMENTS = 4096
_MOST_ASKED = 256


class _Unknown(Exception):
    """An operation gives what the constants alone do not tell."""


class _Constants:
    """The nodes of a graph that constants decide, computed by torch in the order of the graph.

    values   what nodes come to
    shared   by node, known or not: the memory that its tensor may share with what is known
    unsure   memory that is shared, or was copied, as the device decides
    """

    def __init__(self, graph):
        self.graph = graph
        self.last = graph._root  # the node up to which it is computed
        self.asked = 0
        self.values = {}
        self.shared = {}
        self.unsure = set()

    def goes_on(self):
        return not self.last._erased

    def value_of(self, wanted):
        """The value of the node where the graph ends now; None where that is not known.

        Nor is it where many were asked for: each round of a loop that a test ends is part of the graph,
        and after so many it is better left to Python, as it was.
        """
        self.asked += 1
        if self.asked > _MOST_ASKED:
            return None
        for node in _behind(self.last):
            if node.op in ("call_function", "call_method"):
                self._follow(node, _name_of(node))
            self.last = node
        return self.values.get(wanted)

    def _follow(self, node, name):
        used = node.all_input_nodes
        if name in _FOLLOWED and all(one in self.values for one in used):
            try:
                self._compute(node, name)
                return
            except Exception:  # what raises here raises when it runs
                pass
        if name in _CHANGES and not node.kwargs:
            used = node.args[:1]  # it only reads the others
        memory = self._memory(used)
        if memory and (name not in _READS or "out" in node.kwargs):
            self._forget(memory)
        elif memory and name not in _NEW:
            self.shared[node] = memory

    def _memory(self, nodes):
        return set().union(*[self.shared.get(node, ()) for node in nodes])

    def _forget(self, memory):
        for node in [node for node in self.values if self.shared[node] & memory]:
            del self.values[node]

    def _compute(self, node, name):
        example = node.meta.get("example_value")
        if isinstance(example, torch.Tensor):
            if example.is_meta or example.requires_grad or example.numel() > _MOST_ELEMENTS:
                raise _Unknown
        memory = self._memory(node.all_input_nodes)
        if not _NAMED.issuperset(node.kwargs) or (name in _CHANGES and memory & self.unsure):
            raise _Unknown
        args = torch.fx.node.map_arg(node.args, self.values.__getitem__)
        kwargs = dict(torch.fx.node.map_arg(node.kwargs, self.values.__getitem__))
        may_copy = name == "to" or (name == "as_tensor" and isinstance(args[0], torch.Tensor))
        if may_copy:
            value = _converted(*args, **kwargs)
        else:
            if name in _MAKES or name in _MAKES_LIKE:
                kwargs["device"] = "cpu"
            function = node.target if node.op == "call_function" else getattr(torch.Tensor, name)
            value = function(*args, **kwargs)
        if name != "setitem":
            _check(name, args, value, example)
        self.values[node] = value
        self.shared[node] = _memory_of(value) if name in _NEW else _memory_of(value) | memory
        if may_copy:
            self.unsure |= self.shared[node]


def _behind(node):
    """The nodes of the graph behind this one."""
    while node.next.op != "root":
        node = node.next
        yield node


def _memory_of(value):
    values = value if isinstance(value, tuple) else (value,)
    return {one.untyped_storage()._cdata for one in values if isinstance(one, torch.Tensor)}


def _converted(tensor, *how, dtype=None, device=None):
    for one in how:
        if isinstance(one, torch.dtype):
            dtype = one
        elif not isinstance(one, (torch.device, str)):
            raise _Unknown
    return tensor.to(dtype or tensor.dtype, copy=True)


def _check(name, args, value, example):
    """Raises where another device may give another value, or the compiler's own differs in kind."""
    if isinstance(value, torch.Tensor):
        if example is None or value.shape != example.shape or value.dtype != example.dtype:
            raise _Unknown
    elif name not in ("unbind", "chunk", "split"):
        raise _Unknown
    whole = []
    if name in _COMPUTES_WHOLE:
        whole = [*args, value]
    elif name in _CONVERTS:
        whole = args[:1]
    if not all(_is_whole(one) for one in whole):
        raise _Unknown


def _is_whole(value):
    return not (value.is_floating_point() if isinstance(value, torch.Tensor) else isinstance(value, float))


def _name_of(node):
    """What the operation is called as a method, a function of torch or an operator; None: it is none."""
    if node.op == "call_method":
        return node.target
    name = getattr(node.target, "__name__", "")
    if getattr(torch, name, None) is node.target or getattr(operator, name, None) is node.target:
        return name
    return None
