"""torch._dynamo.decorators."""

from torch._dynamo import allow_in_graph, assume_constant_result, disable, forbid_in_graph, graph_break, mark_dynamic, mark_static, mark_static_address, maybe_mark_dynamic, run
