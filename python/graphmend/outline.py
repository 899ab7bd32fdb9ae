"""Code that no graph can hold, as one operator of the graph around it.

`graphmend check --fix --outline` moves a loop that breaks the graph into a function of its own:

    @graphmend.outline.region("out")
    def _outlined_Experts_forward(self, x, mask, out):
        for expert in mask.sum(dim=(-1, -2)).nonzero():
            ...
            out.index_add_(0, rows, self.experts[expert](x[rows]))
        return out

Called without the compiler it is the function. Compiled, the call is one operator: the graph goes
on behind it, `fullgraph=True` holds, and at run time the operator runs the function, uncompiled.

What makes that right, and what the rewrite proves before it is written: the function gets all that
it reads as arguments (tensors, numbers, None) or from the module `self`; it changes nothing but its
own variables and the tensors that `region` names, which nobody else holds; and it returns those, so
that shape, strides and dtype of the results are theirs. It draws no random numbers, says nothing,
and reads nothing that is assigned elsewhere but where modules are made.

    outputs      the operator clones the tensors that it changes and runs the same Python: the same
                 to the bit. A floating result requires a gradient where anything that is read does
    gradients    in the backward pass the function runs once more, with gradients and the same
                 random numbers, as in torch.utils.checkpoint: it needs no memory for activations and costs that run, in
                 the state (train or eval) that the module has by then. Where a tensor has several
                 uses, its gradients are summed use by use, and the last bits may be rounded otherwise
    parameters   of `self` and buffers are inputs of the operator; all of them, used or not
    autocast     what held at the call holds inside

The function itself is called, with all that it breaks, where an argument is anything else (a list,
a configuration), where the module holds tensors or modules that it has not registered, or modules
that are compiled themselves; under torch.export, in transforms of torch.func; and with releases of
torch that have no operators of this kind (before 2.4). Each module that is compiled on its own is
compiled anew, since the graph knows it; a gradient of a gradient is not to be had.
"""

import functools
import inspect
import itertools
import weakref

import torch

__all__ = ["region"]


class _Call:
    """What one call in a compiled function runs: the tensors come as inputs of the operator."""

    def __init__(self, function, module, names, pattern, device):
        self.function = function
        # The graph guards on the module, which thus lives as long as the graph is called.
        self.module = None if module is None else weakref.ref(module)
        self.names = names
        self.pattern = pattern  # by parameter: the kind of its argument
        self.autocast = [
            (kind, torch.get_autocast_dtype(kind), torch.is_autocast_enabled(kind))
            for kind in dict.fromkeys((device, "cpu"))
        ]

    def run(self, state, tensors, ints, floats, flags):
        """The results, of the function on the arguments in the places of its parameters."""
        given = {
            "module": itertools.repeat(None if self.module is None else self.live(state)),
            "tensor": iter(tensors),
            "int": iter(ints),
            "float": iter(floats),
            "bool": iter(flags),
            "none": itertools.repeat(None),
        }
        with _entered(self.autocast):
            results = self.function(*[next(given[kind]) for kind in self.pattern])
        return list(results) if isinstance(results, tuple) else [results]

    def live(self, state):
        """The module with these parameters and buffers: a copy where they are not its own."""
        module = self.module()
        if module is None:
            raise RuntimeError(
                "the module of an outlined region is gone; keep it until the backward pass is over"
            )
        if all(own is given for own, given in zip(_state_of(module), state)):
            return module
        return _with_state(module, "", dict(zip(self.names, state)), {})


def _state_of(module):
    return [
        tensor for _, tensor in itertools.chain(module.named_parameters(), module.named_buffers())
    ]


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


def _is_plain(module):
    """Whether all tensors and modules of it are registered, and none of them is compiled."""
    for part in module.modules():
        if "forward" in part.__dict__ or type(part).__module__.startswith("torch._dynamo"):
            return False
        others = (value for name, value in part.__dict__.items() if name not in _REGISTERED)
        if any(_holds_state(value) for value in others):
            return False
    return True


@torch.compiler.assume_constant_result
def _note(function, module, names, pattern, device):
    """The number of a call that is being traced, or -1. Each has its own: equal calls are not
    merged."""
    if module is not None and not _is_plain(module):
        return -1
    if torch._C._functorch.peek_interpreter_stack() is not None:
        return -1
    number = next(_NUMBERS)
    _CALLS[number] = _Call(function, module, names, pattern, device)
    return number


def region(changes, function=None, /):
    """Makes an operator of a function that changes the tensors named, and returns them.

    changes  names of parameters, with ", " between them, in the order in which they are returned
    """
    if function is None:
        return functools.partial(region, changes)
    names = list(inspect.signature(function).parameters)
    changed = [names.index(name) for name in changes.split(", ")]
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
                ints.append(value)
                pattern.append("int")
            elif value is None:
                pattern.append("none")
            elif place == 0 and isinstance(value, torch.nn.Module):
                module = value
                pattern.append("module")
            else:
                return function(*arguments)
        if len(places) != len(changed):
            return function(*arguments)
        if module is not None:
            id(module)  # guards on the module
            for name, tensor in itertools.chain(module.named_parameters(), module.named_buffers()):
                named.append(name)
                state.append(tensor)
        places = [place for _, place in sorted(places)]
        number = _note(function, module, named, pattern, tensors[places[0]].device.type)
        if number < 0:
            return function(*arguments)
        results = torch.ops.graphmend.region_v2(
            number, places, state, tensors, ints, floats, flags
        )
        return results[0] if len(places) == 1 else tuple(results[: len(places)])

    return call


# ---- the operators --------------------------------------------------------------------------------
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
    return tensors[places[0]].device


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


def _run(number, places, state, tensors, ints, floats, flags):
    states = _random_states(_device_of(places, tensors))
    return _CALLS[number].run(state, _clones(places, tensors), ints, floats, flags) + states


def _run_fake(number, places, state, tensors, ints, floats, flags):
    results = [torch.empty_like(tensors[place]) for place in places]
    sizes = [_HOST_STATE] + [16] * (_device_of(places, tensors).type == "cuda")
    return results + [torch.empty(size, dtype=torch.uint8, device="cpu") for size in sizes]


def _run_backward(
    number, places, state, tensors, ints, floats, flags, random, gradients, of, wanted
):
    again = _with_random_states(_device_of(places, tensors), random)
    with torch._C._ForceDispatchKeyGuard(*_KEYS), torch.enable_grad(), again:
        inputs = [
            tensor.detach().requires_grad_(wants)
            for tensor, wants in zip([*state, *tensors], wanted)
        ]
        results = _CALLS[number].run(
            inputs[: len(state)], _clones(places, inputs[len(state) :]), ints, floats, flags
        )
        followed = [(results[i], g) for i, g in zip(of, gradients) if results[i].requires_grad]
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
    number, places, state, tensors, ints, floats, flags, random, gradients, of, wanted
):
    return [torch.empty_like(t) for t, wants in zip([*state, *tensors], wanted) if wants]


def _keep(ctx, inputs, output):
    ctx.number, ctx.places, state, tensors, *ctx.numbers = inputs
    ctx.count = len(state)
    ctx.wanted = [tensor.requires_grad for tensor in [*state, *tensors]]
    ctx.save_for_backward(*output[len(ctx.places) :], *state, *tensors)


def _differentiate(ctx, gradients):
    states = len(gradients) - len(ctx.places)
    random, saved = list(ctx.saved_tensors[:states]), list(ctx.saved_tensors[states:])
    of = [i for i in range(len(ctx.places)) if gradients[i] is not None]
    found = iter(
        torch.ops.graphmend.region_backward_v2(
            ctx.number, ctx.places, saved[: ctx.count], saved[ctx.count :], *ctx.numbers,
            random, [gradients[i] for i in of], of, ctx.wanted,
        )
    )
    gradients = [next(found) if wants else None for wants in ctx.wanted]
    # torch wants the gradient of a list without elements to be such a list.
    of_numbers = [None if numbers else [] for numbers in ctx.numbers]
    return None, None, gradients[: ctx.count], gradients[ctx.count :], *of_numbers


def _tags():
    # What the operator gets has the strides that it has without the compiler, and it is not run
    # while a CUDA graph is recorded.
    wanted = ("needs_exact_strides", "cudagraph_unsafe")
    return tuple(getattr(torch.Tag, name) for name in wanted if hasattr(torch.Tag, name))


# All that the results of the fake operator depend on is an argument, and so part of the key of the
# compiler's caches.
_SCHEMA = (
    "(int number, int[] places, Tensor[] state, Tensor[] tensors, SymInt[] ints, float[] floats,"
    " bool[] flags"
)


def _define():
    # The version is part of the names: a cache of the compiler must not take what was compiled for
    # another definition.
    if not hasattr(torch.library, "register_autograd"):
        return None
    library = torch.library.Library("graphmend", "FRAGMENT")
    more = ", Tensor[] random, Tensor[] gradients, int[] of, bool[] wanted"
    for name, arguments, run, fake in (
        ("region_v2", "", _run, _run_fake),
        ("region_backward_v2", more, _run_backward, _run_backward_fake),
    ):
        library.define(f"{name}{_SCHEMA}{arguments}) -> Tensor[]", tags=_tags())
        library.impl(name, run, "CompositeExplicitAutograd")
        torch.library.register_fake("graphmend::" + name, fake, lib=library)
    torch.library.register_autograd(
        "graphmend::region_v2", _differentiate, setup_context=_keep, lib=library
    )
    return library


_LIBRARY = _define()
