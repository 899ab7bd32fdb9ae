"""Runs each of many small programs in a child process of its own, forked from one that has torch: it
may do what it likes to the process, and still costs a fraction of what starting torch does.
"""

import gc
import os
import pickle
import select
import signal
import time


def prepare():
    """What every child needs is done once: imports that wait for the first compilation, too."""
    import numpy
    import torch
    import torch._dynamo
    import torch.distributed
    import torch.utils.checkpoint  # noqa: F401

    # After each compilation Dynamo empties the processor's caches to measure how long its guards
    # take: most of the time of a small program.
    torch._dynamo.guards.profile_guard_manager = lambda *_: 0.0

    def breaks_once(x):
        print(end="")
        return x * numpy.ones(4).sum()

    torch.set_num_threads(1)
    torch.compile(breaks_once, backend="eager")(torch.ones(4))
    torch._dynamo.reset()
    # A collection in a child would touch, and so copy, every page of what is here.
    gc.collect()
    gc.freeze()
    gc.disable()


def forked(job, failed, seconds=60):
    """What job() gives in a child process; where it raises, dies or takes too long, failed(why) of a text."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        _be_child(job, failed, writer)
    os.close(writer)
    answer, deadline = b"", time.monotonic() + seconds
    while True:
        ready, _, _ = select.select([reader], [], [], max(0.0, deadline - time.monotonic()))
        chunk = os.read(reader, 65536) if ready else b""
        if not chunk:
            break
        answer += chunk
    os.close(reader)
    if not ready:
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    if not ready:
        return failed(f"it takes longer than {seconds} s")
    return pickle.loads(answer) if answer else failed("the process died")


def _be_child(job, failed, writer):
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    try:
        answer = pickle.dumps(job())
    except BaseException as error:
        answer = pickle.dumps(failed(f"{type(error).__name__}: {error}"))
    with os.fdopen(writer, "wb") as out:
        out.write(answer)
    os._exit(0)
