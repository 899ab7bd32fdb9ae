"""In the worker: from an entry's description to a callable and the calls to make.

The same description always gives the same weights and inputs: each step starts from its own seed.
"""

from __future__ import annotations

import copy
import importlib
import inspect
import random
import sys
from dataclasses import dataclass, field

from . import specs
from .faults import Fault, describe, is_out_of_memory

BUILD_SEED, RUN_SEED = 0, 2  # inputs of call n are made from seed n + 1
REPEATS = 3  # calls with one set of inputs, where only one is given


@dataclass
class Call:
    args: tuple = ()
    kwargs: dict = field(default_factory=dict)


@dataclass
class Loaded:
    callee: object
    calls: list  # of Call
    defined_in: list = field(default_factory=list)  # files that count as the user's own
    function: str = ""  # "module:name" where a plain function is compiled

    @property
    def module(self):
        import torch

        return self.callee if isinstance(self.callee, torch.nn.Module) else None


def seed_everything(seed: int) -> None:
    import torch

    torch.manual_seed(seed)
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed)


def _guarded(kind: str, what: str, job):
    try:
        return job()
    except Fault:
        raise
    except (Exception, SystemExit) as error:
        if is_out_of_memory(error):
            raise Fault("out-of-memory", f"{what}: {describe(error)}") from error
        raise Fault(kind, f"{what}: {describe(error)}") from error


def import_name(text: str, what: str):
    """The object that `pkg.module:name.of.attribute` names."""
    module_name, colon, attribute = text.partition(":")
    if not colon or not module_name or not attribute:
        hint = "write pkg.module:name, for example shop.models:Ranker"
        raise Fault("not-importable", f"{what}: `{text}` names no module and attribute", hint)
    module = _guarded("not-importable", f"{what} `{text}`", lambda: importlib.import_module(module_name))
    value = module
    for part in attribute.split("."):
        if not hasattr(value, part):
            detail = f"{what}: `{part}` of `{text}` is not in {module.__name__}"
            raise Fault("not-importable", detail, f"it is {getattr(module, '__file__', '')}")
        value = getattr(value, part)
    return value


def _fits(function, call: Call) -> bool:
    try:
        inspect.signature(function).bind(*call.args, **call.kwargs)
    except TypeError:
        return False
    except ValueError:  # no signature, as some builtins: only the call will tell
        return True
    return True


def _as_call(value) -> Call:
    import torch

    if isinstance(value, Call):
        return value
    if isinstance(value, torch.Tensor):
        return Call((value,))
    if isinstance(value, dict):
        return Call((), value)
    if isinstance(value, tuple):
        if len(value) == 2 and isinstance(value[0], (tuple, list)) and isinstance(value[1], dict):
            return Call(tuple(value[0]), value[1])
        return Call(value)
    detail = f"they are a {type(value).__name__}"
    hint = "return a tuple of arguments, a dict of keyword arguments, (args, kwargs), or a list of such"
    raise Fault("inputs-raise", detail, hint)


def _make_inputs(inputs: dict) -> list:
    if inputs["kind"] == "specs":
        calls = []
        for number, one in enumerate(inputs["calls"]):
            seed_everything(number + 1)
            made = [(spec["name"], specs.make(spec)) for spec in one]
            args = tuple(tensor for name, tensor in made if not name)
            calls.append(Call(args, {name: tensor for name, tensor in made if name}))
        return calls
    function = import_name(inputs["name"], "inputs")
    seed_everything(1)
    value = function() if callable(function) else function
    return [_as_call(one) for one in (value if isinstance(value, list) else [value])]


def _huggingface(description: dict):
    import transformers

    name = description["model"]
    if not hasattr(transformers, name):
        raise Fault("not-importable", f"transformers {transformers.__version__} has no `{name}`")
    model = getattr(transformers, name)
    if getattr(model, "config_class", None) is None:
        raise Fault("bad-entry", f"`{name}` of transformers is not a model with a configuration")
    given = copy.deepcopy(description["options"])  # configurations take their dicts apart
    config = model.config_class(**{k: v for k, v in given.items() if "." not in k})
    for path, value in given.items():
        *parents, last = path.split(".")
        target = config
        for parent in parents:
            target = getattr(target, parent)
        if parents:
            setattr(target, last, value)
    seed_everything(BUILD_SEED)
    return model(config)


def _build(entry: dict, calls: list):
    """(callable, its calls or none): instance, class, factory or plain function."""
    import torch

    target = entry["target"]
    if target["kind"] == "huggingface":
        return _guarded("construct-raises", target["model"], lambda: _huggingface(target)), None
    name = target["name"]
    value = import_name(name, "entry")
    seed_everything(BUILD_SEED)
    if isinstance(value, torch.nn.Module):
        return value, None
    if inspect.isclass(value):
        return _guarded("construct-raises", f"{name}()", value), None
    if not callable(value):
        detail = f"`{name}` is a {type(value).__name__}"
        raise Fault("bad-entry", detail, "a callable, a module, its class or a factory is needed")
    nothing_given = not calls
    takes_none = _fits(value, Call())
    # A function that takes nothing makes what is to be compiled; one that takes the inputs is it.
    if not takes_none or (calls and _fits(value, calls[0])):
        return value, None
    made = _guarded("construct-raises", f"{name}()", value)
    if isinstance(made, tuple) and made and callable(made[0]) and len(made) in (2, 3):
        args = made[1] if isinstance(made[1], (tuple, list)) else (made[1],)
        if len(made) == 2 and isinstance(made[1], dict):
            args = ()
        kwargs = made[2] if len(made) == 3 else made[1] if isinstance(made[1], dict) else {}
        return made[0], [Call(tuple(args), dict(kwargs))]
    if isinstance(made, torch.nn.Module) or (callable(made) and not isinstance(made, torch.Tensor)):
        return made, None
    if nothing_given:
        return value, [Call()]
    detail = f"`{name}` takes no argument and returns a {type(made).__name__}"
    hint = "a factory returns a callable, its args and its kwargs"
    raise Fault("bad-entry", detail, hint)


def _move(value, device, dtype):
    """The inputs on the device, floating point in the type asked for; other objects as they are."""
    import torch

    if isinstance(value, torch.Tensor):
        moved = value.to(device)
        return moved.to(dtype) if dtype is not None and moved.is_floating_point() else moved
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(_move(item, device, dtype) for item in value))
    if isinstance(value, (list, tuple)):
        return type(value)(_move(item, device, dtype) for item in value)
    if type(value) is dict:
        return {key: _move(item, device, dtype) for key, item in value.items()}
    return value


def _source_files(callee) -> list:
    files = []
    for owner in (callee, type(callee), getattr(callee, "__func__", None)):
        try:
            files.append(inspect.getsourcefile(inspect.unwrap(owner)))
        except (TypeError, ValueError):
            continue
    return [file for file in files if file]


def _function_name(callee) -> str:
    name = getattr(callee, "__qualname__", "") if inspect.isfunction(callee) else ""
    return f"{callee.__module__}:{name}" if name and "<" not in name else ""


def fresh(call: Call) -> Call:
    """The call with tensors of its own: a callee may change its inputs."""
    return copy.deepcopy(call)


def load(entry: dict, device: str) -> Loaded:
    """Raises Fault."""
    import torch

    calls = None
    if entry.get("inputs"):
        calls = _guarded("inputs-raise", "inputs", lambda: _make_inputs(entry["inputs"]))
    callee, own_calls = _build(entry, calls)
    if not callable(callee):
        raise Fault("bad-entry", f"a {type(callee).__name__} cannot be called")
    calls = calls or own_calls
    if not calls:
        hint = "give --inputs pkg.module:function or --input 'x=float32[2,16]'"
        raise Fault("bad-entry", "nothing says what to call it with", hint)
    if len(calls) == 1:
        calls = calls * REPEATS
    dtype = getattr(torch, entry["dtype"]) if entry.get("dtype") else None
    if isinstance(callee, torch.nn.Module):
        callee.to(device=device, dtype=dtype) if dtype else callee.to(device)
        callee.train(entry.get("train", False))
    for call in calls:
        call.args, call.kwargs = _move(call.args, device, dtype), _move(call.kwargs, device, dtype)
    return Loaded(callee, calls, _source_files(callee), _function_name(callee))
