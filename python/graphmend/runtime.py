"""Messages that survive torch.compile.

`graphmend check --fix` puts these functions in the place of `print`, of a logger's methods and of
`warnings.warn` in code that is compiled, where the original would break the graph. Called without
the compiler they do what the original does, and never import the compiler. Compiled, they become
one operator in the graph, which runs in order with all others of its kind and then prints, logs or
warns: on every call, with the same text, under the level and the filters of that moment.

    print(*values)                  like the builtin, to sys.stderr with file="stderr"
    log(logger, "info", msg, *args) like logger.info(msg, *args); `logger` may be the module logging
    warn(message, category)         like warnings.warn
    call(function, *args)           like function(*args), of one that only acts on the outside
    text("{:.2f}", value)           like the f-string, made when the message is
    percent("%.2f", value)          like the % operator, likewise
    read("item", tensor)            like tensor.item(), read when the message is; Python's operators,
                                    `abs` and `round` compute with it then

`text`, `percent` and `read` are for arguments of the others only. `when`, a tensor with one element, decides
at run time whether anything is said.

A message that a logger shows only once (`warning_once`, cached by functools.lru_cache) needs no
operator: it is shown while the compiler traces, unless a message of every call comes before it.
Where the operator would not do what the original does, inside vmap, checkpoints and other
higher-order operators and under torch.export, the original is called, with all that it breaks.
"""

import builtins
import contextlib
import enum
import functools
import logging
import operator
import sys
import types
import warnings

import torch

from graphmend import _unheard

__all__ = ["call", "formatted", "log", "percent", "print", "read", "text", "warn"]


# ---- arguments ------------------------------------------------------------------------------------
class _Text:
    def __init__(self, how, template, operand):
        self.how = how
        self.template = template
        self.operand = operand


class _Late:
    """A number that is known when the message is made. Python's operators compute with it then."""

    def __neg__(self):
        return _Computed("neg", (self,))

    def __abs__(self):
        return _Computed("abs", (self,))

    def __round__(self, digits=None):
        return _Computed("round", (self, digits))

    def __add__(self, other):
        return _Computed("add", (self, other))

    def __radd__(self, other):
        return _Computed("add", (other, self))

    def __sub__(self, other):
        return _Computed("sub", (self, other))

    def __rsub__(self, other):
        return _Computed("sub", (other, self))

    def __mul__(self, other):
        return _Computed("mul", (self, other))

    def __rmul__(self, other):
        return _Computed("mul", (other, self))

    def __truediv__(self, other):
        return _Computed("truediv", (self, other))

    def __rtruediv__(self, other):
        return _Computed("truediv", (other, self))

    def __floordiv__(self, other):
        return _Computed("floordiv", (self, other))

    def __mod__(self, other):
        return _Computed("mod", (self, other))

    def __pow__(self, other):
        return _Computed("pow", (self, other))


class _Read(_Late):
    def __init__(self, how, tensor):
        self.how = how
        self.tensor = tensor


class _Computed(_Late):
    def __init__(self, how, operands):
        self.how = how
        self.operands = operands


def text(template, *values):
    if torch.compiler.is_compiling() and _is_alone():
        torch._dynamo.skip_frame()
    if _is_plain() and not _is_unheard():
        return template.format(*values)
    return _Text("format", template, values)


def formatted(template, *values):
    """The text of values of which only Python knows what they are. A number may be another one each
    time the graph runs; of what is neither a number nor a constant, the graph breaks as it did."""
    if torch.compiler.is_compiling() and _is_alone():
        torch._dynamo.skip_frame()
    if _is_unheard():
        return _Text("format", template, values)
    if not _is_plain():
        numbers = [type(value) in (int, float, bool) for value in values]
        if not all([n or isinstance(value, _FIXED) for n, value in zip(numbers, values)]):
            torch._dynamo.graph_break()
        elif any(numbers):
            return _Text("format", template, values)
    return template.format(*values)


_FIXED = (str, bytes, type(None), torch.dtype, torch.device, torch.layout, torch.memory_format)


def percent(template, operand):
    if torch.compiler.is_compiling() and _is_alone():
        torch._dynamo.skip_frame()
    if _is_plain() and not _is_unheard():
        return template % operand
    return _Text("percent", template, operand)


def read(how, tensor):
    if torch.compiler.is_compiling() and _is_alone():
        torch._dynamo.skip_frame()
    if (_is_plain() and not _is_unheard()) or not isinstance(tensor, torch.Tensor):
        return _READ[how](tensor)
    return _Read(how, tensor)


_READ = {
    "item": lambda tensor: tensor.item(),
    "tolist": lambda tensor: tensor.tolist(),
    "int": int,
    "float": float,
    "bool": bool,
    "str": str,
    "repr": repr,
}


_COMPUTED = {
    "neg": operator.neg,
    "abs": abs,
    "round": round,
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pow": operator.pow,
}


def _made(values):
    """The arguments as the original takes them. Where the graph breaks at a message all the same,
    it is said by Python with texts that were to be made later."""
    return [_make(value) for value in values]


def _make(value, depth=9):
    if isinstance(value, _Text):
        operand = _make(value.operand)
        return value.template.format(*operand) if value.how == "format" else value.template % operand
    if isinstance(value, _Read):
        return _READ[value.how](value.tensor)
    if isinstance(value, _Computed):
        return _COMPUTED[value.how](*_made(value.operands))
    # A container that holds itself has no end.
    if type(value) not in (tuple, list, dict) or depth == 0:
        return value
    items = value.values() if type(value) is dict else value
    made = [_make(item, depth - 1) for item in items]
    # What holds nothing that is made later is handed over itself, as the original is.
    if all(map(operator.is_, made, items)):
        return value
    return dict(zip(value, made)) if type(value) is dict else type(value)(made)


# ---- what replaces the original --------------------------------------------------------------
def print(*values, sep=" ", end="\n", file=None, flush=False, when=None):
    if torch.compiler.is_compiling() and _is_alone():
        torch._dynamo.skip_frame()
    if _is_unheard():
        return
    # `file` is None, "stdout" or "stderr": a stream of the module sys, as it is when the message is.
    if not _is_plain():
        _break_unless_carried(values)
        _emit(("print", sep, end, flush, file), values, when)
    elif when is None or when:
        to = file and getattr(sys, file)
        builtins.print(*_made(values), sep=sep, end=end, file=to, flush=flush)


def log(logger, method, *args, when=None):
    if torch.compiler.is_compiling() and _is_alone():
        torch._dynamo.skip_frame()
    if _is_unheard():
        return
    if not torch.compiler.is_compiling():
        if when is None or when:
            frame = sys._getframe(1)
            place = (frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
            _log_at(logger, method, lambda: _made(args), place)
    elif _is_plain():
        if when is None or when:
            getattr(logger, method)(*_made(args))
    else:
        if _is_asked():
            from torch._dynamo.comptime import comptime

            comptime(_note_logger)
            identity = _noted_logger()
        else:
            identity = id(logger)
        _break_unless_carried(args)
        if not _is_registered(identity):
            torch._dynamo.graph_break()
            if when is None or when:
                getattr(logger, method)(*_made(args))
            return
        if when is None and _shown_once(identity, method, _constants(args)):
            return
        _emit(("log", identity, method), args, when)


def warn(message, category=UserWarning, when=None):
    if torch.compiler.is_compiling() and _is_alone():
        torch._dynamo.skip_frame()
    if _is_unheard():
        return
    category = UserWarning if category is None else category
    if not _is_plain():
        _break_unless_carried((message,))
        _emit(("warn", category), (message,), when)
    elif when is None or when:
        warnings.warn(_make(message), category, stacklevel=2)


def call(function, /, *args, **kwargs):
    if torch.compiler.is_compiling() and _is_alone():
        torch._dynamo.skip_frame()
    if _is_unheard():
        return
    if _is_plain():
        function(*args, **kwargs)
    else:
        values = (function, args, kwargs)
        _break_unless_carried(values)
        _emit(("call",), values, None)


def _is_plain():
    """Whether the original is called: not compiled, or where the operator would not serve."""
    return not torch.compiler.is_compiling() or _is_exporting() or _is_nested() or _is_alone()


def _is_unheard():
    """Whether this is not a run of the program's own; no question to the compiler's tracer."""
    return not torch.compiler.is_compiling() and _unheard.is_running()


# Shared by all copies of this code in the process, as the operator is.
#   traced    by compilation: that it holds a message of every call
#   objects   what has no text form, by identity; kept, so that the identity stays its own
#   pending   what the compilation that goes on has met so far, with the numbers of this call
_STATE = sys.modules.setdefault("_graphmend_state", types.ModuleType("_graphmend_state"))
_STATE.traced = getattr(_STATE, "traced", {})
_STATE.objects = getattr(_STATE, "objects", {})
_STATE.pending = getattr(_STATE, "pending", (None, []))


# ---- while tracing --------------------------------------------------------------------------------
def _emit(what, values, when):
    if when is not None and not isinstance(when, torch.Tensor):  # `sum(x)` of no elements is an int
        if not when:
            return
        when = None
    tensors = []
    numbers = []
    encoded = tuple([_encode(value, tensors, numbers) for value in values])
    conditional = when is not None
    if conditional:
        tensors.append(when)
    _OPERATOR(_ORDER, _pack(what, encoded, conditional), tensors, numbers)


def _break_unless_carried(values):
    """Breaks the graph, as the original does, where Dynamo has no constant for a value."""
    for value in values:
        if not _is_carried(value):
            torch._dynamo.graph_break()


def _is_carried(value):
    if isinstance(value, _Text):
        return _is_carried(value.operand)
    if isinstance(value, _Computed):
        return _is_carried(value.operands)
    if type(value) in (tuple, list):
        return all([_is_carried(item) for item in value])
    if type(value) is dict:
        return all([_is_carried(item) for item in value.values()])
    if isinstance(value, torch.Tensor):
        return not value.is_meta  # an operator does nothing on that device
    if type(value) is str:
        return all([_is_carried(part) for part in _parts_of(value)[2]])
    return isinstance(value, _CARRIED)


_CARRIED = (
    *(*_FIXED, torch.Tensor, _Read, torch.Size, int, float, complex, type, enum.Enum),
    *(types.FunctionType, types.BuiltinFunctionType, types.ModuleType),
    *(range, slice, set, frozenset, type(...)),
)


def _encode(value, tensors, numbers):
    """`value` as nested tuples of constants; tensors and integers are put aside."""
    if isinstance(value, torch.Tensor):
        tensors.append(_kept(value))
        return ("tensor", len(tensors) - 1)
    if isinstance(value, _Read):
        tensors.append(_kept(value.tensor))
        return ("read", value.how, len(tensors) - 1)
    if isinstance(value, _Computed):
        operands = tuple([_encode(item, tensors, numbers) for item in value.operands])
        return ("computed", value.how, operands)
    if isinstance(value, _Text):
        return ("text", value.how, value.template, _encode(value.operand, tensors, numbers))
    if type(value) is str:
        template, names, parts = _parts_of(value)
        if template is None:
            return ("constant", value)
        return ("shown", template, names, tuple([_encode(part, tensors, numbers) for part in parts]))
    if type(value) is int and -(2**63) <= value < 2**63:
        numbers.append(value)
        return ("number", len(numbers) - 1)
    if isinstance(value, torch.Size):
        return ("size", tuple([_encode(item, tensors, numbers) for item in value]))
    if type(value) is tuple:
        return ("tuple", tuple([_encode(item, tensors, numbers) for item in value]))
    if type(value) is list:
        return ("list", tuple([_encode(item, tensors, numbers) for item in value]))
    if type(value) is dict:
        items = [
            (_encode(key, tensors, numbers), _encode(item, tensors, numbers))
            for key, item in value.items()
        ]
        return ("dict", tuple(items))
    return ("constant", value)


def _parts_of(text):
    """The template of a text that shows tensors, which is not made while tracing, the names of those
    of its fields that have one, and the values, these last; None in place of the template: a plain text."""
    template = None
    names = ()
    parts = ()
    from torch._dynamo.comptime import comptime

    comptime(_note_parts)
    return template, names, parts


def _note_parts(context):
    """Called by Dynamo while it traces `_parts_of`: what it keeps of such a text becomes the values
    of the variables there."""
    from torch._dynamo.variables import ConstantVariable, TupleVariable

    tracer = getattr(context, "_ComptimeContext__tx", None)
    variables = {} if tracer is None else tracer.symbolic_locals
    text = variables.get("text")
    if not hasattr(text, "format_string"):
        return
    named = text.sym_kwargs
    variables["template"] = ConstantVariable.create(text.format_string)
    variables["names"] = TupleVariable([ConstantVariable.create(name) for name in named])
    variables["parts"] = TupleVariable([*text.sym_args, *named.values()])


def _kept(tensor):
    """The tensor, for a message that may be written after all else. One element is copied: it may
    be a counter, and what changes it would have to wait for the message."""
    if tensor.dim() > 0 or tensor.requires_grad:
        return tensor
    return tensor.expand(2).clone()[0]  # inductor drops what is only a clone


def _constants(args):
    """The arguments, where none of them is or holds a tensor; else None."""
    tensors = []
    numbers = []
    encoded = tuple([_encode(value, tensors, numbers) for value in args])
    if len(tensors) > 0:
        return None
    return (encoded, tuple(numbers))


def _constant_result(function):
    # What torch.compiler.assume_constant_result does; that one would import the compiler.
    function._dynamo_marked_constant = True
    return function


@_constant_result
def _is_exporting():
    """Asked here and not in the traced code: Dynamo before 2.13 answers True there, whatever it does."""
    return torch.compiler.is_exporting()


@_constant_result
def _is_nested():
    """Whether what is traced is the body of a higher-order operator, or below vmap or grad."""
    from torch._dynamo.symbolic_convert import InstructionTranslator

    if _OPERATOR is None or torch._C._functorch.peek_interpreter_stack() is not None:
        return True
    return not InstructionTranslator.current_tx().output.is_root_tracer()


@_constant_result
def _is_asked():
    """Whether the identity of a logger is asked of the tracer: before 2.13, `id` of one is not traced."""
    return tuple(map(int, torch.__version__.split(".")[:2])) < (2, 13)


def _note_logger(context):
    """Called by Dynamo while it traces `log`, with what it knows of the frame."""
    tracer = getattr(context, "_ComptimeContext__tx")
    _STATE.logger = id(tracer.symbolic_locals["logger"].value)


@_constant_result
def _noted_logger():
    return _STATE.logger


@_constant_result
def _is_registered(identity):
    """Whether the logger is found by its name when the message is written."""
    return _find(identity) is not None


@_constant_result
def _is_alone():
    """Whether the compiler gave up the function around the message, and now compiles what that calls:
    the original would be called there, and of the place nothing is known here."""
    return hasattr(torch._dynamo, "skip_frame") and _caller() is None


@_constant_result
def _shown_once(identity, method, constants):
    """Whether the message could be shown now, while tracing: it is shown once and for all, and
    nothing that is said on each call comes before it."""
    logger = _find(identity)
    function = getattr(type(logger), method, None)
    if constants is None or not isinstance(function, functools._lru_cache_wrapper):
        return False
    if _compilation() in _STATE.traced:
        return False
    encoded, numbers = constants
    getattr(logger, method)(*[_decode(value, (), numbers) for value in encoded])
    return True


@_constant_result
def _pack(what, encoded, conditional):
    """All that is known while tracing as one text: what the compiler's caches keep."""
    _STATE.traced[_compilation()] = True
    kind = what[0]
    if kind == "log":
        what = (kind, _logger_name(what[1]), what[2])
    elif kind == "warn":
        what = (kind, *_category_name(what[1]))
    packed = repr((what, _place(), _literal(encoded), conditional))
    _expect(packed)
    return packed


def _category_name(category):
    """Module and name by which the class is found again; None and its identity where it is not."""
    module, name = category.__module__, category.__qualname__
    with contextlib.suppress(KeyError, AttributeError):
        if _category(module, name) is category:
            return module, name
    _STATE.objects[id(category)] = category
    return None, id(category)


def _category(module, name):
    """The class that `_category_name` names."""
    if module is None:
        return _STATE.objects[name]
    return functools.reduce(getattr, name.split("."), sys.modules[module])


# Where an operator behind a message raises while it is traced, no graph ever runs. What the message
# would have said is said then, unless it shows a tensor: its data has not been computed.
def _expect(packed):
    from torch._dynamo.callback import callback_handler

    if _say_pending not in callback_handler.end_callbacks:
        callback_handler.register_end_callback(_say_pending)
    if _STATE.pending[0] != _compilation():
        _STATE.pending = (_compilation(), [])
    _STATE.pending[1].append([packed, None])


def _note_numbers(order, packed, tensors, numbers):
    """The operator as it is traced; the compiler's later passes find nothing that lacks numbers."""
    for message in _STATE.pending[1]:
        if message[0] == packed and message[1] is None and not tensors:
            message[1] = [getattr(getattr(n, "node", None), "hint", n) for n in numbers]
            return


def _say_pending(_):
    from torch._dynamo.exc import TorchDynamoException, TorchRuntimeError

    (_, messages), _STATE.pending = _STATE.pending, (None, [])
    error = sys.exc_info()[1]
    # After others of its own the compiler goes on without a graph, and the message is said then.
    own = isinstance(error, TorchDynamoException) and not isinstance(error, TorchRuntimeError)
    if error is None or own:
        return
    # What making a text raises must not come between the compiler and its own error.
    with contextlib.suppress(Exception):
        for packed, numbers in messages:
            if numbers is not None:
                _say(packed, (), numbers)


def _compilation():
    context = torch._guards.TracingContext.try_get()
    return id(context)


def _place():
    """File, line and function of the call, as traced."""
    frame = _caller()
    return (frame.filename, frame.lineno, frame.name) if frame else ("<unknown>", 0, "<unknown>")


def _caller():
    """The innermost frame that is traced and is none of these functions."""
    functions = (call, print, log, warn, text, formatted, percent, read, _emit, _is_plain)
    own = [function.__name__ for function in functions]
    for frame in reversed(torch._guards.TracingContext.extract_stack()):
        if frame.filename != __file__ or frame.name not in own:
            return frame
    return None


def _find(identity):
    if identity == id(logging):
        return logging
    if identity == id(logging.root):
        return logging.root
    for logger in list(logging.root.manager.loggerDict.values()):
        if id(logger) == identity:
            return logger
    return None


def _logger_name(identity):
    logger = _find(identity)
    return None if logger is logging else logger.name


def _literal(value):
    if isinstance(value, tuple):
        if len(value) == 2 and value[0] == "constant":
            return _literal_constant(value[1])
        return tuple(_literal(item) for item in value)
    return value


def _literal_constant(value):
    if value is None or type(value) in (bool, str, float, complex, bytes):
        return ("constant", value)
    if isinstance(value, torch.dtype):
        return ("dtype", str(value).split(".")[1])
    if isinstance(value, torch.device):
        return ("device", str(value))
    _STATE.objects[id(value)] = value
    return ("object", id(value))


# ---- at run time ----------------------------------------------------------------------------------
def _decode(value, tensors, numbers):
    kind, *rest = value
    if kind == "tensor":
        return tensors[rest[0]]
    if kind == "read":
        return _READ[rest[0]](tensors[rest[1]])
    if kind == "text":
        how, template, operand = rest
        operand = _decode(operand, tensors, numbers)
        return template.format(*operand) if how == "format" else template % operand
    if kind == "shown":
        template, names, parts = rest
        values = [_decode(part, tensors, numbers) for part in parts]
        first = len(values) - len(names)
        return template.format(*values[:first], **dict(zip(names, values[first:])))
    if kind == "computed":
        return _COMPUTED[rest[0]](*[_decode(item, tensors, numbers) for item in rest[1]])
    if kind == "number":
        return int(numbers[rest[0]])
    if kind == "constant":
        return rest[0]
    if kind == "dtype":
        return getattr(torch, rest[0])
    if kind == "device":
        return torch.device(rest[0])
    if kind == "object":
        return _STATE.objects[rest[0]]
    if kind == "dict":
        return {
            _decode(key, tensors, numbers): _decode(item, tensors, numbers) for key, item in rest[0]
        }
    make = {"size": torch.Size, "tuple": tuple, "list": list}[kind]
    return make([_decode(item, tensors, numbers) for item in rest[0]])


@functools.lru_cache(maxsize=4096)
def _unpack(packed):
    # The floats inf and nan have no literal; everything else that `_pack` writes has.
    return eval(packed, {"__builtins__": {}, "inf": float("inf"), "nan": float("nan")})


def _say(packed, tensors, numbers):
    what, place, encoded, conditional = _unpack(packed)
    if conditional and not tensors[-1]:
        return

    def values():
        return [_decode(value, tensors, numbers) for value in encoded]

    if what[0] == "print":
        _, sep, end, flush, file = what
        builtins.print(*values(), sep=sep, end=end, file=file and getattr(sys, file), flush=flush)
    elif what[0] == "log":
        logger = logging if what[1] is None else logging.getLogger(what[1])
        _log_at(logger, what[2], values, place)
    elif what[0] == "call":
        function, args, kwargs = values()
        function(*args, **kwargs)
    else:
        category = _category(*what[1:])
        module, registry = _registry(place[0])
        warnings.warn_explicit(values()[0], category, place[0], place[1], module, registry)


_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "warn": logging.WARNING,
    "error": logging.ERROR,
    "critical": logging.CRITICAL,
    "fatal": logging.CRITICAL,
}


def _is_standard(logger, method):
    """Whether the method is logging's own, so that its record can be made here."""
    kind = type(logger)
    return (
        method in _LEVELS or method == "log"
    ) and all(
        getattr(kind, name, None) is getattr(logging.Logger, name)
        for name in (method, "_log", "findCaller")
    )


def _log_at(logger, method, values, place):
    if logger is logging:
        if not logging.root.handlers:
            logging.basicConfig()
        logger = logging.root
    if not _is_standard(logger, method):
        getattr(logger, method)(*values())
        return
    if method == "log":
        values = values()
        level, args = values[0], values[1:]
        if not isinstance(level, int):
            logger.log(*values)  # which raises
            return
        if not logger.isEnabledFor(level):
            return
    else:
        level = _LEVELS[method]
        if not logger.isEnabledFor(level):
            return
        args = values()
    message, *args = args
    file, line, function = place
    # Behind another break the rest of a function runs as one of Dynamo's: torch_dynamo_resume_in_f_at_16.
    if function.startswith("torch_dynamo_resume_in_"):
        function = function.removeprefix("torch_dynamo_resume_in_").rpartition("_at_")[0]
    record = logger.makeRecord(
        logger.name, level, file, line, message, tuple(args), None, function, None, None
    )
    logger.handle(record)


@functools.lru_cache(maxsize=None)
def _module_of(file):
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) == file:
            return module
    return None


def _registry(file):
    module = _module_of(file)
    if module is None:
        return file, None
    return module.__name__, vars(module).setdefault("__warningregistry__", {})


# ---- the operator ---------------------------------------------------------------------------------
# It says that it changes a tensor which all its calls share. That keeps the calls in the graph and
# in their order under every backend; nothing is written to the tensor.
#
# Its tag keeps it out of CUDA graphs, where it would be run while one is recorded and never again.
# It does not cut them apart: nothing reads what it gives, so inductor, which moves what it cannot
# record together, runs all messages behind one CUDA graph, in which the tensors that they show stay
# until then. (But not where that would raise the peak of memory by more than a tenth, as inductor
# estimates it: where an activation that is much of it is shown whole. Releases of torch that do
# not partition make no CUDA graph of code with an operator on the host, this one or another.)
def _define_operator():
    """The operator and the tensor; None where torch is too old for operators of one's own."""
    # The version is part of the name: a cache of the compiler must not take what was compiled for
    # another definition.
    if hasattr(torch.ops.graphmend, "say_v3"):
        return torch.ops.graphmend.say_v3

    def say(
        order: torch.Tensor, packed: str, tensors: list[torch.Tensor], numbers: list[int]
    ) -> None:
        _say(packed, tensors, numbers)

    try:
        define = functools.partial(
            torch.library.custom_op, "graphmend::say_v3", say, mutates_args=("order",)
        )
        try:
            operator = define(tags=(torch.Tag.cudagraph_unsafe,))
        except (AttributeError, TypeError):  # releases without the tag, or without tags here
            operator = define()
        operator.register_fake(_note_numbers)
    except AttributeError:
        return None
    return torch.ops.graphmend.say_v3


def _define_order():
    with torch.inference_mode(False):
        return torch.zeros(1)


_ORDER = _define_order()
_OPERATOR = _define_operator()
