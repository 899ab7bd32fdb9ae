"""Numbers that a compiled graph keeps as symbols, where the code says so.

`graphmend check --fix --unsafe-fixes` puts what reads a number from a tensor into a block:

    with graphmend.capture.numbers():
        n = lengths.max().item()

By default Dynamo breaks the graph there. In the block it captures the number, as it does everywhere
under `torch._dynamo.config.capture_scalar_outputs`, or where one graph is asked for by
`fullgraph=True`. The flag cannot be set for one place: what decides is asked when a frame begins to be
traced, and the flag then holds for all that the process compiles, where other code may need a number
in Python. So the block does two things while it is traced: it turns the flag on for its own length,
which `torch._dynamo.patch_dynamo_config` does, and it tells the fake tensors of this one graph that
they may give symbols. The second is no public interface of torch. Where a release has it otherwise,
nothing is told, and the graph breaks at the number as it did before.

What has a size that depends on data is kept in the same way:

    with graphmend.capture.sizes():
        keep = torchvision.ops.nms(boxes, scores, 0.5)

For sizes the fake tensors alone decide, so that nothing but what they are told is needed; at the end of
the block they are told what they were told before.

Without the compiler the blocks do nothing.
"""

import contextlib
import dataclasses

import torch

__all__ = ["numbers", "sizes"]


def _allow(context):
    """Called by Dynamo while it traces, with what it knows of the frame."""
    tracer = getattr(context, "_ComptimeContext__tx", None)
    fake_mode = getattr(tracer, "fake_mode", None)
    if hasattr(fake_mode, "allow_scalar_outputs"):
        fake_mode.allow_scalar_outputs = True


def numbers():
    """A context manager: a number that is read from a tensor in it becomes a symbol of the graph."""
    if not torch.compiler.is_compiling():
        return contextlib.nullcontext()
    # Neither is there before something is compiled: importing the compiler takes a second.
    from torch._dynamo import patch_dynamo_config
    from torch._dynamo.comptime import comptime

    comptime(_allow)
    return patch_dynamo_config(capture_scalar_outputs=True)


def _shape_environment(context):
    tracer = getattr(context, "_ComptimeContext__tx", None)
    return getattr(getattr(tracer, "fake_mode", None), "shape_env", None)


def _allow_sizes(context):
    environment = _shape_environment(context)
    settings = getattr(environment, "settings", None)
    if hasattr(settings, "allow_dynamic_output_shape_ops"):
        environment._settings_before_sizes = settings
        environment.settings = dataclasses.replace(settings, allow_dynamic_output_shape_ops=True)


def _end_sizes(context):
    environment = _shape_environment(context)
    before = getattr(environment, "_settings_before_sizes", None)
    if before is not None:
        environment.settings = before


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

    # Where nothing can be told, the graph breaks: in such a block it would be given up.
    return _Sizes() if _symbols.TELLS_SIZES else contextlib.nullcontext()
