"""Code that no graph can hold, as one operator of the graph around it.

`graphmend check --fix --outline` moves a loop that breaks the graph into a function of its own:

    @graphmend.outline.region("out")
    def _outlined_Experts_forward(self, x, mask, out):
        for expert in mask.sum(dim=(-1, -2)).nonzero():
            ...
            out.index_add_(0, rows, self.experts[expert](x[rows]))
        return out

    @graphmend.outline.computed
    def _outlined_distance(x1, x2):
        if torch.equal(x1, x2):
            ...
        return distance

    @graphmend.outline.changing("mean, seen")
    def _outlined_Norm_start(self, x):
        if not self.seen:
            self.mean.data.copy_(x.mean(0))
            self.seen.data.fill_(True)

    @graphmend.outline.saying
    def _outlined_check(x, seen):
        if any(torch.equal(x, one) for one in seen):
            graphmend.runtime.print("seen before")

The first changes tensors and returns them, the second returns a tensor that it makes, the third
changes buffers of its module and returns nothing, as the fourth does, which only writes messages.
Called without the compiler it is the function. Compiled, the call is one operator: the graph goes
on behind it, `fullgraph=True` holds, and at run time the operator runs the function, uncompiled.

What makes that right, and what the rewrite proves before it is written: the function gets all that
it reads as arguments (tensors, numbers, None) or from the module `self`; it changes nothing but its
own variables and the tensors that `region` names, which nobody else holds; and it returns those, so
that shape, strides and dtype of the results are theirs. Of a tensor that it makes they are found while
the compiler traces: the function runs on tensors without data, with each answer that its tests could
have (_outcomes.py). It draws no random numbers, and reads nothing that is assigned elsewhere but where
modules are made; what it says (graphmend.runtime) is heard when the operator runs alone. What changes
buffers or only says something runs once, and may draw.

    outputs      the operator clones the tensors that it changes and runs the same Python: the same
                 to the bit. A floating result requires a gradient where anything that is read does
    gradients    in the backward pass the function runs once more, with gradients and the same
                 random numbers, as in torch.utils.checkpoint: it needs no memory for activations and costs that run, in
                 the state (train or eval) that the module has by then. Where a tensor has several
                 uses, its gradients are summed use by use, and the last bits may be rounded otherwise
    parameters   of `self` and buffers are inputs of the operator; all of them, used or not
    autocast     what held at the call holds inside

The function itself is called, with all that it breaks, where the shape of what it makes depends on
data; where an argument is anything else (a list,
a configuration), where the module holds tensors or modules that it has not registered, or modules
that are compiled themselves; under torch.export, in transforms of torch.func; and with releases of
torch that have no operators of this kind (before 2.4). Each module that is compiled on its own is
compiled anew, since the graph knows it; a gradient of a gradient is not to be had.
"""

import dis
import functools
import inspect
import itertools
import types
import weakref

import torch

from graphmend import _outcomes, _unheard, runtime

__all__ = ["changing", "computed", "region", "saying"]


class _Call:
    """What one call in a compiled function runs: the tensors come as inputs of the operator."""

    def __init__(self, function, module, names, pattern, device):
        self.function = function
        # The graph guards on the module, which thus lives as long as the graph is called.
        self.module = None if module is None else weakref.ref(module)
        self.names = names
        self.pattern = pattern  # by parameter: the kind of its argument
        self.looks = ""  # where it makes its results: of each dtype, shape and strides
        self.autocast = [
            (kind, torch.get_autocast_dtype(kind), torch.is_autocast_enabled(kind))
            for kind in dict.fromkeys((device, "cpu"))
        ]

    def run(self, state, tensors, ints, floats, flags):
        """The results, of the function on the arguments in the places of its parameters."""
        results = self.call(self.function, self.live(state), tensors, ints, floats, flags)
        return list(results) if isinstance(results, tuple) else [results]

    def describe(self, inputs, ints, floats, flags):
        """Whether it returns a tuple, tensors without data for its results, and whether each may share
        memory with what it is given; raises where what they are depends on data. `inputs`, the state
        and the tensors, are without data, too."""
        function, count = _outcomes.reading_unknowns(self.function), len(self.names)

        def call(inputs):
            module = None if self.module is None else self.copy(inputs[:count])
            results = self.call(function, module, inputs[count:], ints, floats, flags)
            if module is not None and not _holds_the_same(module, self.module()):
                raise _outcomes.Undecided("it changes what the module holds")
            return results

        return _outcomes.describe(call, inputs)

    def call(self, function, module, tensors, ints, floats, flags):
        given = {
            "module": itertools.repeat(module),
            "tensor": iter(tensors),
            "int": iter(ints),
            "float": iter(floats),
            "bool": iter(flags),
            "none": itertools.repeat(None),
        }
        with _entered(self.autocast):
            return function(*[_taken(given, kind) for kind in self.pattern])

    def alive(self):
        return None if self.module is None else self.module()

    def live(self, state):
        """The module with these parameters and buffers: a copy where they are not its own."""
        if self.module is None:
            return None
        module = self.module()
        if module is None:
            raise RuntimeError(
                "the module of an outlined region is gone; keep it until the backward pass is over"
            )
        own = dict(itertools.chain(module.named_parameters(), module.named_buffers()))
        if all(own.get(name) is given for name, given in zip(self.names, state)):
            return module
        return self.copy(state)

    def copy(self, state):
        return _with_state(self.module(), "", dict(zip(self.names, state)), {})


def _taken(given, kind):
    """The next argument of the kind; of a list or tuple of tensors that is its type and length."""
    if isinstance(kind, str):
        return next(given[kind])
    container, length = kind
    return container(next(given["tensor"]) for _ in range(length))


def _with_state(module, prefix, state, copies):
    """The tree of modules once more, with other tensors; all that is not one is shared. The module
    that the program holds is left alone: other threads may be running it."""
    if id(module) in copies:
        return copies[id(module)]
    copy = copies[id(module)] = object.__new__(type(module))
    copy.__dict__.update(module.__dict__)
    for kind in ("_parameters", "_buffers"):
        tensors = module.__dict__[kind]
        # One that stands in several places is listed once.
        copy.__dict__[kind] = {
            name: copies.setdefault(id(tensor), state.get(prefix + name, tensor))
            for name, tensor in tensors.items()
        }
    copy.__dict__["_modules"] = {
        name: child and _with_state(child, f"{prefix}{name}.", state, copies)
        for name, child in module._modules.items()
    }
    return copy


def _holds_the_same(copy, module):
    """Whether a copy still has what the module has, what it has registered aside."""
    now, then = ({n: v for n, v in m.__dict__.items() if n not in _REGISTERED} for m in (copy, module))
    return now.keys() == then.keys() and all(now[name] is then[name] for name in now)


class _entered:
    def __init__(self, autocast):
        # Copies of parameters that are made here have no gradient, and must not be found by others.
        self.contexts = [
            torch.autocast(kind, dtype=dtype, enabled=enabled, cache_enabled=False)
            for kind, dtype, enabled in autocast
        ]

    def __enter__(self):
        for context in self.contexts:
            context.__enter__()

    def __exit__(self, *failure):
        for context in reversed(self.contexts):
            context.__exit__(*failure)


_CALLS = {}
_NUMBERS = itertools.count()


# ---- tracing --------------------------------------------------------------------------------------
_REGISTERED = {"_parameters", "_buffers", "_modules"}


def _holds_state(value, depth=0):
    """Whether it is or holds a tensor or module."""
    if isinstance(value, (torch.Tensor, torch.nn.Module)):
        return True
    if depth == 3 or isinstance(value, (type, str, int, float)) or callable(value):
        return False
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple, set)):
        value = getattr(value, "__dict__", {}).values()
    return any(_holds_state(item, depth + 1) for item in value)


_HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")


def _is_plain(module):
    """Whether all tensors and modules of it are registered, none of them is compiled, and none does
    more than its class says: by hooks, or by parametrizations, which may change state."""
    for part in module.modules():
        if "forward" in part.__dict__ or type(part).__module__.startswith("torch._dynamo"):
            return False
        if "parametrizations" in part._modules or any(getattr(part, hooks) for hooks in _HOOKS):
            return False
        others = (value for name, value in part.__dict__.items() if name not in _REGISTERED)
        if any(_holds_state(value) for value in others):
            return False
    return True


@torch.compiler.assume_constant_result
def _attributes_of(function, module):
    """The attributes of the module that the function and the methods which it calls read; None where
    it hands the module on."""
    return _attributes_read(function, type(module), set())


@torch.compiler.assume_constant_result
def _constants_of(module):
    """The attributes of the module that hold numbers, texts or None."""
    return [
        name for name, value in module.__dict__.items()
        if value is None or isinstance(value, (bool, int, float, str))
    ]


def _attributes_read(function, kind, seen):
    names, code = [], function.__code__
    if code in seen:
        return names
    seen.add(code)
    itself = code.co_varnames[0] if code.co_argcount else None
    if itself in code.co_cellvars:
        return None
    instructions = list(dis.get_instructions(code))
    for instruction, behind in zip(instructions, [*instructions[1:], None]):
        if not instruction.opname.startswith("LOAD_FAST"):
            continue
        loaded = instruction.argval
        if isinstance(loaded, tuple) and itself in loaded:
            return None
        if loaded != itself:
            continue
        if behind and behind.opname == "STORE_ATTR":  # on a side that is not taken
            continue
        if not behind or behind.opname not in ("LOAD_ATTR", "LOAD_METHOD"):
            return None
        names.append(behind.argval)
        found = inspect.getattr_static(kind, behind.argval, None)
        if isinstance(found, types.FunctionType):
            further = _attributes_read(found, kind, seen)
            if further is None:
                return None
            names += further
        elif found is not None and not isinstance(found, (int, float, str, bool)):
            return None
    return list(dict.fromkeys(names))


def _can_be_written(module, buffers):
    """Whether each of the buffers may be copied into, by itself: its elements do not share memory,
    it is no view that negates, and no tensor of the module that has a gradient is the same memory."""
    every = dict(itertools.chain(module.named_parameters(), module.named_buffers()))
    followed = {t.untyped_storage().data_ptr() for t in every.values() if t.requires_grad}
    for name in buffers:
        tensor = every[name]
        overlaps = any(step == 0 and size > 1 for size, step in zip(tensor.shape, tensor.stride()))
        if overlaps or tensor.is_conj() or tensor.is_neg() or tensor.layout is not torch.strided:
            return False
        if tensor.untyped_storage().data_ptr() in followed:
            return False
    return True


@torch.compiler.assume_constant_result
def _note(function, module, names, pattern, device, buffers):
    """The number of a call that is being traced, or -1. Each has its own: equal calls are not
    merged."""
    if module is not None and not _is_plain(module):
        return -1
    if buffers and not _can_be_written(module, buffers):
        return -1
    if torch._C._functorch.peek_interpreter_stack() is not None:
        return -1
    number = next(_NUMBERS)
    _CALLS[number] = _Call(function, module, names, pattern, device)
    return number


@torch.compiler.assume_constant_result
def _looks_of(number):
    """Of a call that was described: how its results look, empty where that depends on data."""
    return _CALLS[number].looks


def region(changes, function=None, /):
    """Makes an operator of a function that changes the tensors named, and returns them.

    changes  names of parameters, with ", " between them, in the order in which they are returned
    """
    if function is None:
        return functools.partial(region, changes)
    names = list(inspect.signature(function).parameters)
    return _operator_of(function, [names.index(name) for name in changes.split(", ")])


def computed(function, /):
    """Makes an operator of a function that returns a new tensor, or a tuple of them, and changes
    nothing else."""
    return _operator_of(function, [])


def changing(names, function=None, /):
    """Makes an operator of a function that changes buffers of its first parameter, a module, without
    gradients, and returns None. It is run once for each call, so that it may draw random numbers.

    names  of the module's own buffers, with ", " between them
    """
    if function is None:
        return functools.partial(changing, names)
    return _operator_of(function, [], names.split(", "))


def saying(function, /):
    """Makes an operator of a function that writes messages through graphmend.runtime and does nothing
    else. It keeps its place among other messages."""
    return _operator_of(function, [], says=True)


def _operator_of(function, changed, buffers=(), says=False):
    """changed: the places of parameters, empty where new tensors are returned. buffers: of the
    module, where these are changed. says: whether it gives nothing."""
    if _LIBRARY is None:
        return function

    @functools.wraps(function)
    def call(*arguments):
        if not torch.compiler.is_compiling() or torch.compiler.is_exporting():
            return function(*arguments)
        module = None
        state, named = [], []
        tensors, ints, floats, flags, pattern, places = [], [], [], [], [], []
        for place, value in enumerate(arguments):
            if isinstance(value, torch.Tensor):
                if place in changed:
                    places.append((changed.index(place), len(tensors)))
                tensors.append(value)
                pattern.append("tensor")
            elif isinstance(value, bool):
                flags.append(value)
                pattern.append("bool")
            elif isinstance(value, float):
                floats.append(value)
                pattern.append("float")
            elif isinstance(value, int):
                if not -(2**63) <= value < 2**63:
                    return function(*arguments)
                ints.append(value)
                pattern.append("int")
            elif value is None:
                pattern.append("none")
            elif type(value) in (list, tuple) and all([isinstance(item, torch.Tensor) for item in value]):
                tensors.extend(value)
                pattern.append((type(value), len(value)))
            elif place == 0 and isinstance(value, torch.nn.Module):
                module = value
                pattern.append("module")
            else:
                return function(*arguments)
        if len(places) != len(changed) or not (tensors or buffers):
            return function(*arguments)
        if module is not None:
            id(module)  # guards on the module
            read = _attributes_of(function, module)
            for name, tensor in itertools.chain(module.named_parameters(), module.named_buffers()):
                if read is None or name.partition(".")[0] in read:
                    named.append(name)
                    state.append(tensor)
            for name in _constants_of(module) if read is None else read:
                getattr(module, name, None) is None  # guards on numbers, once they are looked at
        places = [place for _, place in sorted(places)]
        if buffers and not _may_change(buffers, named, state):
            return function(*arguments)
        leading = state[named.index(buffers[0])] if buffers else tensors[(places or [0])[0]]
        number = _note(function, module, named, pattern, leading.device.type, buffers)
        if number < 0:
            return function(*arguments)
        if says:
            torch.ops.graphmend.say_by_v1(
                runtime._ORDER, number, state, tensors, ints, floats, flags
            )
            return None
        if buffers:
            # What an operator of one's own changes in place inductor may read too late (torch 2.13).
            places = [named.index(name) for name in buffers]
            with torch.no_grad():
                values = torch.ops.graphmend.change_v1(
                    number, places, state, tensors, ints, floats, flags
                )
                for place, value in zip(places, values):
                    state[place].data.copy_(value)
            return None
        looks, followed = "", []
        if not changed:
            followed = [_is_followed(tensor) for tensor in [*state, *tensors]]
            torch.ops.graphmend.describe_v1(number, followed, state, tensors, ints, floats, flags)
            looks = _looks_of(number)
            if not looks:
                return function(*arguments)
        results = torch.ops.graphmend.region_v3(
            number, looks, followed, places, state, tensors, ints, floats, flags
        )
        count = len(places) or looks.count(";")
        return results[0] if count == 1 and looks[:1] != "(" else tuple(results[:count])

    return call


def _may_change(buffers, named, state):
    """Whether all of them are there, and none has a gradient, which what is written would lose."""
    return all([name in named and not state[named.index(name)].requires_grad for name in buffers])


def _is_followed(tensor):
    """Whether autograd follows it here, as code may ask."""
    return tensor.requires_grad and torch.is_grad_enabled()


# ---- the operators --------------------------------------------------------------------------------
_COPIED = "copy of "  # of a result that shares memory in some runs
_HOST_STATE = torch.get_rng_state().numel()
# How tensors are dispatched where nothing is compiled and nothing is differentiated: in a backward
# pass that is itself part of a graph, autograd is left out.
_KEYS = (torch._C._dispatch_tls_local_include_set(), torch._C._dispatch_tls_local_exclude_set())


def _clones(places, tensors):
    tensors = list(tensors)
    for place in places:
        tensors[place] = tensors[place].clone()
    return tensors


def _device_of(places, tensors):
    return tensors[(places or [0])[0]].device


def _random_states(device):
    """Of the generators that a callee may draw from: those of the host and of the device."""
    states = [torch.get_rng_state()]
    if device.type == "cuda":
        states.append(torch.cuda.get_rng_state(device))
    return states


class _with_random_states:
    """Draws again what was drawn from there, and leaves the generators as they are."""

    def __init__(self, device, states):
        devices = [device] if device.type == "cuda" else []
        self.fork = torch.random.fork_rng(devices=devices)
        self.device, self.states = device, states

    def __enter__(self):
        self.fork.__enter__()
        torch.set_rng_state(self.states[0])
        if len(self.states) > 1:
            torch.cuda.set_rng_state(self.states[1], self.device)

    def __exit__(self, *failure):
        self.fork.__exit__(*failure)


def _run(number, looks, followed, places, state, tensors, ints, floats, flags):
    states = _random_states(_device_of(places, tensors))
    numbers = ints, floats, flags
    if not any(followed):
        results = _CALLS[number].run(state, _clones(places, tensors), *numbers)
        return _arranged(looks, results) + states
    with torch._C._ForceDispatchKeyGuard(*_KEYS), torch.enable_grad():
        inputs = _inputs(followed, state, tensors)
        results = _CALLS[number].run(inputs[: len(state)], inputs[len(state) :], *numbers)
    return _arranged(looks, [result.detach() for result in results]) + states


def _change(number, places, state, tensors, ints, floats, flags):
    with torch.no_grad():
        copies = _copied_memory([state[place] for place in places], [*state, *tensors])
        state, tensors = copies[: len(state)], copies[len(state) :]
        call = _CALLS[number]
        call.call(call.function, call.live(state), tensors, ints, floats, flags)
        return [state[place].clone() for place in places]


def _copied_memory(changed, tensors):
    """The tensors, on copies of the memory that those which are changed lie in: what shares it
    there shares it here, and lies in it as before."""
    copies = {}
    for tensor in changed:
        memory = tensor.untyped_storage()
        copies.setdefault(memory.data_ptr(), memory)
    copies = {place: memory.clone() for place, memory in copies.items()}
    return [
        tensor
        if tensor.layout is not torch.strided
        or (place := tensor.untyped_storage().data_ptr()) not in copies
        else tensor.new_empty(0).set_(
            copies[place], tensor.storage_offset(), tensor.shape, tensor.stride()
        )
        for tensor in tensors
    ]


def _change_fake(number, places, state, tensors, ints, floats, flags):
    return [torch.empty_like(state[place]) for place in places]


def _say_by(order, number, state, tensors, ints, floats, flags):
    call = _CALLS[number]
    with torch.no_grad():
        call.call(call.function, call.live(state), tensors, ints, floats, flags)


def _say_by_fake(order, number, state, tensors, ints, floats, flags):
    pass


def _inputs(followed, state, tensors):
    """The tensors once more, of which autograd follows some."""
    every = zip([*state, *tensors], followed)
    return [tensor.detach().requires_grad_(follows) for tensor, follows in every]


def _run_fake(number, looks, followed, places, state, tensors, ints, floats, flags):
    results = [torch.empty_like(tensors[place]) for place in places]
    if looks:
        inputs = _inputs(followed, state, tensors)
        _, results, _ = _CALLS[number].describe(inputs, ints, floats, flags)
    sizes = [_HOST_STATE] + [16] * (_device_of(places, tensors).type == "cuda")
    return results + [torch.empty(size, dtype=torch.uint8, device="cpu") for size in sizes]


def _describe(number, followed, state, tensors, ints, floats, flags):
    pass


def _describe_fake(number, followed, state, tensors, ints, floats, flags):
    call, inputs = _CALLS[number], _inputs(followed, state, tensors)
    try:
        several, results, copies = call.describe(inputs, ints, floats, flags)
    except Exception:  # of whatever code is run, and of what fake tensors cannot do
        return
    call.looks = "(" * several + "".join(
        f"{_COPIED * copied}{tensor.dtype}{tuple(tensor.shape)};"
        for tensor, copied in zip(results, copies)
    )


def _arranged(looks, results):
    """Contiguous ones: what torch says of strides without data is not always what they are."""
    if not looks:
        return results
    return [
        result.clone(memory_format=torch.contiguous_format) if _COPIED in look else result.contiguous()
        for result, look in zip(results, looks.split(";"))
    ]


def _run_backward(
    number, looks, places, state, tensors, ints, floats, flags, random, gradients, of, wanted
):
    again = _with_random_states(_device_of(places, tensors), random)
    with torch._C._ForceDispatchKeyGuard(*_KEYS), torch.enable_grad(), again, _unheard.run():
        inputs = _inputs(wanted, state, tensors)
        results = _CALLS[number].run(
            inputs[: len(state)], _clones(places, inputs[len(state) :]), ints, floats, flags
        )
        followed = [(results[i], g) for i, g in zip(of, gradients) if results[i].requires_grad]
        if looks and len(results) > 1:
            # In a compiled backward pass one that is not used has a gradient of zeros, of which what
            # is not finite would make NaN.
            followed = [(result, g) for result, g in followed if g.count_nonzero() > 0]
        sources = [tensor for tensor in inputs if tensor.requires_grad]
        found = [None] * len(sources)
        if followed and sources:
            found = torch.autograd.grad(
                [result for result, _ in followed], sources, [g for _, g in followed],
                allow_unused=True,
            )
    with torch.no_grad():
        return [
            torch.zeros_like(source) if g is None else torch.empty_like(source).copy_(g)
            for source, g in zip(sources, found)
        ]


def _run_backward_fake(
    number, looks, places, state, tensors, ints, floats, flags, random, gradients, of, wanted
):
    return [torch.empty_like(t) for t, wants in zip([*state, *tensors], wanted) if wants]


def _keep(ctx, inputs, output):
    ctx.number, ctx.looks, ctx.followed, ctx.places, state, tensors, *ctx.numbers = inputs
    ctx.alive = _CALLS[ctx.number].alive()
    ctx.count = len(state)
    ctx.results = len(ctx.places) or ctx.looks.count(";")
    ctx.wanted = [tensor.requires_grad for tensor in [*state, *tensors]]
    ctx.save_for_backward(*output[ctx.results :], *state, *tensors)


def _differentiate(ctx, gradients):
    states = len(gradients) - ctx.results
    saved = ctx.saved_tensors  # to be read once: checkpoints make them anew each time
    random, saved = list(saved[:states]), list(saved[states:])
    of = [i for i in range(ctx.results) if gradients[i] is not None]
    found = iter(
        torch.ops.graphmend.region_backward_v3(
            ctx.number, ctx.looks, ctx.places, saved[: ctx.count], saved[ctx.count :],
            *ctx.numbers, random, [gradients[i] for i in of], of, ctx.wanted,
        )
    )
    gradients = [next(found) if wants else None for wants in ctx.wanted]
    # torch wants the gradient of a list without elements to be such a list.
    followed, places, *of_numbers = [
        None if numbers else [] for numbers in (ctx.followed, ctx.places, *ctx.numbers)
    ]
    states, tensors = gradients[: ctx.count], gradients[ctx.count :]
    return None, None, followed, places, states, tensors, *of_numbers


def _refuse(ctx, gradients):
    raise RuntimeError("an outlined region has no gradient of a gradient")


def _tags():
    # What the operator gets has the strides that it has without the compiler, and it is not run
    # while a CUDA graph is recorded.
    wanted = ("needs_exact_strides", "cudagraph_unsafe")
    return tuple(getattr(torch.Tag, name) for name in wanted if hasattr(torch.Tag, name))


# All that the results of the fake operator depend on is an argument, and so part of the key of the
# compiler's caches.
_ARGUMENTS = "Tensor[] state, Tensor[] tensors, SymInt[] ints, float[] floats, bool[] flags"
_OPERATORS = (
    (f"describe_v1(int number, bool[] followed, {_ARGUMENTS}) -> ()", _describe, _describe_fake),
    # As a message does, it says that it changes a tensor which all messages share: see runtime.py.
    (f"say_by_v1(Tensor(a!) order, int number, {_ARGUMENTS}) -> ()", _say_by, _say_by_fake),
    (f"change_v1(int number, int[] places, {_ARGUMENTS}) -> Tensor[]", _change, _change_fake),
    (
        f"region_v3(int number, str looks, bool[] followed, int[] places, {_ARGUMENTS}) -> Tensor[]",
        _run, _run_fake,
    ),
    (
        f"region_backward_v3(int number, str looks, int[] places, {_ARGUMENTS}, Tensor[] random,"
        " Tensor[] gradients, int[] of, bool[] wanted) -> Tensor[]",
        _run_backward, _run_backward_fake,
    ),
)


def _define():
    # The version is part of the names: a cache of the compiler must not take what was compiled for
    # another definition.
    if not hasattr(torch.library, "register_autograd"):
        return None
    library = torch.library.Library("graphmend", "FRAGMENT")
    for schema, run, fake in _OPERATORS:
        name = schema.partition("(")[0]
        library.define(schema, tags=_tags())
        library.impl(name, run, "CompositeExplicitAutograd")
        torch.library.register_fake("graphmend::" + name, fake, lib=library)
    torch.library.register_autograd(
        "graphmend::region_v3", _differentiate, setup_context=_keep, lib=library
    )
    torch.library.register_autograd("graphmend::region_backward_v3", _refuse, lib=library)
    # What it raises is to be seen where its results are not used, too.
    torch.fx.node.has_side_effect(torch.ops.graphmend.region_v3.default)
    torch.fx.node.has_side_effect(torch.ops.graphmend.change_v1.default)
    return library


_LIBRARY = _define()
