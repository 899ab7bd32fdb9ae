"""Numbers that a compiled graph keeps as symbols, where the code says so.

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
"""

import contextlib

import torch

__all__ = ["numbers", "sizes"]


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
