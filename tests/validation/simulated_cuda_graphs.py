"""Where inductor would make CUDA graphs, on a machine without a GPU.

Inductor cuts a graph into partitions that CUDA graphs can hold and what lies between them, by the
device of each node and by what it knows of each operator. Here the processor passes for a GPU, so
that the cut is the one it would make there, and each partition is run through a wrapper in the
place of the CUDA graph. Not simulated: recording, and memory that a replay writes again.
"""

import contextlib
import unittest.mock


@contextlib.contextmanager
def simulated():
    """While it is open, what inductor compiles is cut as on a GPU under mode="reduce-overhead".

    Yields an object: `sizes`, the number of partitions of each compiled graph, and `inside`, true
    while one runs: what is called then would be called when the CUDA graph is recorded, and not
    when it is replayed.
    """
    import torch._inductor.config
    import torch._inductor.scheduler
    import torch._inductor.utils

    state = type("State", (), {"sizes": [], "inside": False})()

    def wrap(function, metadata):
        if metadata.partition_index == 0:
            state.sizes.append(metadata.num_partitions)

        def replay(*args):
            state.inside = True
            try:
                return function(*args)
            finally:
                state.inside = False

        return replay

    config = {
        "graph_partition": True,
        "triton.cudagraphs": True,
        # By default partitions are joined where the peak of memory grows by a tenth at most; in the
        # programs of a test any number that is kept is more than that.
        "triton.cudagraph_partition_memory_budget": 1e9,
        "fx_graph_cache": False,
    }
    if not hasattr(torch._inductor.config.triton, "cudagraph_partition_memory_budget"):  # before 2.13
        del config["triton.cudagraph_partition_memory_budget"]
    on_gpu = unittest.mock.patch.object(
        torch._inductor.scheduler.BaseSchedulerNode, "is_gpu", lambda node: True
    )
    with torch._inductor.config.patch(config), on_gpu:
        torch._inductor.utils.set_customized_partition_wrappers(wrap)
        try:
            yield state
        finally:
            torch._inductor.utils.set_customized_partition_wrappers(None)
