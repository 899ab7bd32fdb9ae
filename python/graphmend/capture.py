"""What a compiled graph keeps where the code says so: numbers and sizes as symbols, and gradients.

`graphmend check --fix --unsafe-fixes` puts what reads a number from a tensor into a block:

    with graphmend.capture.numbers():
        n = lengths.max().item()

By default Dynamo breaks the graph there. In the block it captures the number, as it does everywhere
under `torch._dynamo.config.capture_scalar_outputs`, or where one graph is asked for by
`fullgraph=True`. The flag cannot be set for one place: what decides is asked when a frame begins to be
traced, and the flag then holds for all that the process compiles, where other code may need a number
in Python. So the block does two things while it is traced: it turns the flag on for its own length,
which `torch._dynamo.patch_dynamo_config` does, and it tells the shape environment of this one graph,
which AOTAutograd and inductor ask again, that there may be such symbols. The second is no public
interface of torch. Where a release has it otherwise, nothing is told, and the graph breaks at the
number as it did before.

What has a size that depends on data is kept in the same way:

    with graphmend.capture.sizes():
        keep = torchvision.ops.nms(boxes, scores, 0.5)

For sizes the shape environment alone decides. It allows them for the length of the block, and then to
those who compile the graph.

Without the compiler the blocks do nothing.

Gradients that are taken in compiled code are computed by the graph where these functions ask for them:

    image = graphmend.capture.leaf(image.detach())           image.detach().requires_grad_()
    (gradient,) = graphmend.capture.grad(score, image)       torch.autograd.grad(score, image)
    graphmend.capture.backward(loss)                         loss.backward()

Dynamo does so under `torch._dynamo.config.trace_autograd_ops`, which is on while such a call is traced
and nowhere else. It is left off where the graph would compute something else than the call: where a
tensor that comes into the graph has hooks, and for `backward` where the graph does not hold all that
the loss is computed from. There, and in releases without the flag, the call breaks the graph as the
original does.

Likewise an RNN, GRU or LSTM is traced under `torch._dynamo.config.allow_rnn`. A number is looked up in a
table by one that a tensor holds, and a hook is called that is not registered:

    with graphmend.capture.recurrent():
        out, state = self.rnn(x)
    weight = graphmend.capture.look_up(WEIGHTS, task)        WEIGHTS[task.item()]
    if graphmend.capture.is_in(token, SPECIAL):              if token.item() in SPECIAL:
    y = graphmend.capture.hooked(self.block, keep, x)        self.block(x), with that hook
"""

import contextlib

import torch

__all__ = [
    "backward",
    "grad",
    "hooked",
    "hooked_before",
    "is_in",
    "leaf",
    "look_up",
    "look_up_each",
    "numbers",
    "recurrent",
    "sizes",
]


class _Told:
    """The settings of the shape environment of a graph with what the blocks in it have told."""

    def __init__(self, settings, tracing):
        self._settings = settings
        self._tracing = tracing  # the fake mode that Dynamo traces in; those who compile have another
        self.numbers = self.sizes = self.in_sizes = False

    def __getattr__(self, name):
        return getattr(self._settings, name)

    @property
    def allow_scalar_outputs(self):
        return self.numbers or self._settings.allow_scalar_outputs

    @property
    def allow_dynamic_output_shape_ops(self):
        if self.in_sizes or self._settings.allow_dynamic_output_shape_ops:
            return True
        context = torch._guards.TracingContext.try_get() if self.sizes else None
        return context is not None and context.fake_mode is not self._tracing


def _told(context):
    """Called by Dynamo while it traces, with what it knows of the frame; None where it has nothing to tell."""
    tracer = getattr(context, "_ComptimeContext__tx", None)
    fake_mode = getattr(tracer, "fake_mode", None)
    environment = getattr(fake_mode, "shape_env", None)
    settings = getattr(environment, "settings", None)
    if isinstance(settings, _Told):
        return settings
    if not hasattr(settings, "allow_scalar_outputs") or not hasattr(settings, "allow_dynamic_output_shape_ops"):
        return None
    environment.settings = _Told(settings, fake_mode)
    return environment.settings


def _allow_numbers(context):
    if told := _told(context):
        told.numbers = True


def _allow_sizes(context):
    if told := _told(context):
        told.sizes = told.in_sizes = True


def _end_sizes(context):
    if told := _told(context):
        told.in_sizes = False


def numbers():
    """A context manager: a number that is read from a tensor in it becomes a symbol of the graph."""
    if not torch.compiler.is_compiling():
        return contextlib.nullcontext()
    # Neither is there before something is compiled: importing the compiler takes a second.
    from torch._dynamo import patch_dynamo_config
    from torch._dynamo.comptime import comptime

    comptime(_allow_numbers)
    return patch_dynamo_config(capture_scalar_outputs=True)


class _Sizes:
    def __enter__(self):
        from torch._dynamo.comptime import comptime

        comptime(_allow_sizes)

    def __exit__(self, *error):
        from torch._dynamo.comptime import comptime

        comptime(_end_sizes)


def sizes():
    """A context manager: a size in it that depends on data becomes a symbol of the graph."""
    if not torch.compiler.is_compiling():
        return contextlib.nullcontext()
    from graphmend import _symbols

    # Where nothing can be told, the graph breaks: in such a block the whole frame would be given up.
    return _Sizes() if _symbols.TELLS_SIZES else contextlib.nullcontext()


def _leave_alone():
    """Called while tracing. Where the graph breaks at one of these functions, Python calls it, and there
    is nothing in it to compile: it would break once more."""
    from torch._dynamo import eval_frame

    if hasattr(eval_frame, "skip_code"):
        for function in (backward, grad, is_in, leaf, look_up, look_up_each):
            eval_frame.skip_code(function.__code__)


_leave_alone._dynamo_marked_constant = True


def look_up(table, key, *standard):
    """`table[key.item()]`, or `table.get(key.item(), standard)`, of a table of floats or of ints."""
    if torch.compiler.is_compiling():
        _leave_alone()
    if not torch.compiler.is_compiling() or not _has_numbers(table, standard) or not _is_whole(key):
        return table.get(key.item(), *standard) if standard else table[key.item()]
    keys, numbers, kind = _columns(table)
    found = torch.tensor(keys, device=key.device) == key.reshape(())
    # An element, not a sum of products: the number comes out with all its bits.
    number = torch.tensor(numbers, dtype=kind, device=key.device)[found.long().argmax(0, True)][0]
    if standard:
        return torch.where(found.any(), number, standard[0])
    torch._assert_async(found.any(), "there is no such key")
    return number


def is_in(number, container):
    """`number.item() in container`, of whole numbers, as a tensor."""
    if torch.compiler.is_compiling():
        _leave_alone()
    if not torch.compiler.is_compiling() or not _is_whole(number) or not _holds_whole_numbers(container):
        return torch.tensor(number.item() in container, device=number.device)
    return (torch.tensor(list(container), dtype=torch.int64, device=number.device) == number.reshape(())).any()


def look_up_each(table, keys):
    """`torch.tensor([table[key.item()] for key in keys])`."""
    if torch.compiler.is_compiling():
        _leave_alone()
    if not torch.compiler.is_compiling() or not _has_numbers(table, ()) or not _is_whole(keys):
        return torch.tensor([table[key.item()] for key in keys])
    known, numbers, kind = _columns(table)
    kind = torch.get_default_dtype() if kind is torch.float64 else kind
    found = keys.reshape(keys.shape[0], 1) == torch.tensor(known, device=keys.device)
    torch._assert_async(found.any(1).all(), "there is no such key")
    made = torch.tensor(numbers, dtype=kind, device=keys.device)[found.long().argmax(1)]
    return made.to(torch.empty(()).device)  # where torch.tensor would have made it


def _columns(table):
    """The keys of a table, its numbers, and the dtype that holds them."""
    if type(table) is dict:
        keys, numbers = list(table.keys()), list(table.values())
    else:
        keys, numbers = list(range(-len(table), len(table))), [*table, *table]
    return keys, numbers, torch.float64 if isinstance(numbers[0], float) else torch.int64


def _has_numbers(table, standard):
    """Whether the table is no other one than expected, and not empty. Subclasses may find what is
    not in them."""
    if type(table) not in (dict, list, tuple):
        return False
    keys = [type(key) is int for key in table] if type(table) is dict else [True]
    numbers = [*(table.values() if type(table) is dict else table), *standard]
    kinds = [type(number) for number in numbers]
    return len(table) > 0 and all(keys) and (kinds == [float] * len(kinds) or kinds == [int] * len(kinds))


def _holds_whole_numbers(container):
    if type(container) not in (set, frozenset, list, tuple):
        return False
    return all([type(number) is int and -(2**63) <= number < 2**63 for number in container])


def _is_whole(key):
    return not key.is_floating_point() and not key.is_complex() and key.dtype != torch.bool


# ---- hooks ----------------------------------------------------------------------------------------
def hooked(module, hook, /, *args, **kwargs):
    """`module(*args, **kwargs)` as while it has the hook of `register_forward_hook`."""
    output = module(*args, **kwargs)
    other = hook(module, args, output)
    return output if other is None else other


def hooked_before(module, hook, /, *args, **kwargs):
    """The same with the hook of `register_forward_pre_hook`."""
    others = hook(module, args)
    if others is not None:
        args = others if isinstance(others, tuple) else (others,)
    return module(*args, **kwargs)


# ---- flags of Dynamo that are on for one call ----------------------------------------------------
_ON = set()  # those that were turned on here


def _turn_on(flag, output):
    """Called while tracing: until the call has been traced, or what breaks or raises in between ends
    the compilation."""
    from torch._dynamo import config

    if hasattr(output, "add_cleanup_hook") and getattr(config, flag, None) is False:
        output.add_cleanup_hook(_trace_as_before)
        _ON.add(flag)
        setattr(config, flag, True)


def _trace_as_before(_=None):
    from torch._dynamo import config

    while _ON:
        setattr(config, _ON.pop(), False)


class _Recurrent:
    def __enter__(self):
        from torch._dynamo.comptime import comptime

        comptime(_trace_recurrent)

    def __exit__(self, *error):
        from torch._dynamo.comptime import comptime

        comptime(_trace_as_before)


def recurrent():
    """A context manager: an RNN, GRU or LSTM that is called in it is computed by the graph."""
    # Where the flag is missing the graph breaks: in such a block the whole frame would be given up.
    on = torch.compiler.is_compiling() and _traces_recurrent()
    return _Recurrent() if on else contextlib.nullcontext()


def _traces_recurrent():
    from torch._dynamo import config

    return hasattr(config, "allow_rnn")


_traces_recurrent._dynamo_marked_constant = True


def _trace_recurrent(context):
    tracer = getattr(context, "_ComptimeContext__tx", None)
    _turn_on("allow_rnn", getattr(tracer, "output", None))


# ---- gradients ------------------------------------------------------------------------------------
def grad(outputs, inputs, *args, **kwargs):
    """`torch.autograd.grad`, computed by the graph."""
    if not torch.compiler.is_compiling():
        return torch.autograd.grad(outputs, inputs, *args, **kwargs)
    from torch._dynamo.comptime import comptime

    _leave_alone()
    if not isinstance(inputs, (torch.Tensor, list, tuple, dict)):
        inputs = tuple(inputs)  # parameters(), which torch takes as it is
    comptime(_trace_gradients)
    gradients = torch.autograd.grad(outputs, inputs, *args, **kwargs)
    comptime(_trace_as_before)
    return gradients


def backward(tensor, /, *args, **kwargs):
    """`tensor.backward()`, computed by the graph."""
    if not torch.compiler.is_compiling():
        return tensor.backward(*args, **kwargs)
    from torch._dynamo.comptime import comptime

    _leave_alone()
    comptime(_trace_backward)
    tensor.backward(*args, **kwargs)
    comptime(_trace_as_before)


def leaf(tensor):
    """`tensor.requires_grad_()`. Where what depends on a leaf that is made in the graph leaves it,
    which breaks the graph, it is a copy when compiled, and no leaf."""
    if torch.compiler.is_compiling():
        _leave_alone()
    if not torch.compiler.is_compiling() or tensor.requires_grad or not _would_break():
        return tensor.requires_grad_()
    with torch.enable_grad():
        # Nothing flows back through the side that is not taken, and the one that is has all bits of
        # the tensor.
        taken = torch.ones((), dtype=torch.bool, device=tensor.device)
        return torch.where(taken, tensor, _REQUIRES_GRAD)


def _would_break():
    """Whether Dynamo has traced the frame to its end before, and found that the leaf, alone of all,
    breaks the graph. Behind another break the copy and what is computed from it would come out of
    one graph, and neither would be computed from the other. With `fullgraph=True` there is none, and
    no second time."""
    from torch._dynamo.symbolic_convert import InstructionTranslator

    tracer = InstructionTranslator.current_tx()
    log = getattr(tracer, "speculation_log", None)
    if getattr(tracer, "one_graph", False):
        return True
    if not getattr(log, "graph_break_on_requires_grad_", False):
        return False
    whole = not any(getattr(entry, "_failed", True) for entry in log.entries)
    copied = vars(log).setdefault("_graphmend_copied", set())
    if whole != (log.index in copied):
        # Dynamo is told that what it traces from here on is another code than before.
        copied ^= {log.index}
        del log.entries[log.index :]
    return whole


_would_break._dynamo_marked_constant = True


with torch.inference_mode(False):
    _REQUIRES_GRAD = torch.zeros((), requires_grad=True)


def _trace_gradients(context):
    """Called by Dynamo while it traces: turns the flag on until the call has been traced."""
    _trace(context, needs_leaves=False)


def _trace_backward(context):
    _trace(context, needs_leaves=True)


def _trace(context, needs_leaves):
    tracer = getattr(context, "_ComptimeContext__tx", None)
    output = getattr(tracer, "output", None)
    if hasattr(output, "graphargs") and not _has_hooks(output):
        if not needs_leaves or _reaches_leaves(tracer):
            _turn_on("trace_autograd_ops", output)
            _watch(output)


def _has_hooks(output):
    """Whether a tensor that comes into the graph has hooks, or retains its gradient: the graph would
    compute without."""
    inputs = [argument.example for argument in output.graphargs]
    return any(_is_heard(tensor) for tensor in inputs if isinstance(tensor, torch.Tensor))


def _is_heard(tensor):
    hooks = getattr(tensor, "_backward_hooks", None) or getattr(tensor, "_post_accumulate_grad_hooks", None)
    return bool(hooks) or getattr(tensor, "retains_grad", False)


def _watch(output):
    """What is compiled is not for tensors with hooks, nor, compiled for leaves, for tensors that are
    computed: Dynamo guards on neither."""
    from torch._guards import Guard

    for argument in output.graphargs:
        tensor, source = argument.example, argument.source
        if isinstance(tensor, torch.Tensor) and tensor.requires_grad and source is not None:
            output.guards.add(Guard(source, _add_watch))


def _add_watch(builder, guard):
    manager = builder.get_guard_manager(guard)
    is_leaf = builder.get(guard).is_leaf
    check = lambda tensor: tensor.is_leaf == is_leaf and not _is_heard(tensor)
    shown = [f"a tensor without hooks that is {'a' if is_leaf else 'no'} leaf"]
    try:
        manager.add_lambda_guard(check, shown, None)
    except TypeError:  # releases that show no stack
        manager.add_lambda_guard(check, shown)


def _reaches_leaves(tracer):
    """Whether all that `tensor` is computed from is in the graph. Dynamo takes the leaves that it
    has seen for all that there are, and none for nothing to do."""
    example = lambda variable: variable.as_proxy().node.meta.get("example_value")
    tensor = example(tracer.symbolic_locals["tensor"])  # first: so it is among the inputs, if it is one
    variables = tracer.output.input_source_to_var.values()
    inputs = [example(variable) for variable in variables if hasattr(variable, "as_proxy")]
    outside = {t.grad_fn for t in inputs if isinstance(t, torch.Tensor) and not t.is_leaf}
    todo, seen, leaves = [tensor.grad_fn], set(), 0
    while todo:
        function = todo.pop()
        if function is None or function in seen:
            continue
        if function in outside:
            return False
        seen.add(function)
        leaves += hasattr(function, "variable")
        todo.extend(next for next, _ in function.next_functions)
    return leaves > 0
