"""torch.distributed.fsdp.fully_sharded_data_parallel."""

from torch.distributed.fsdp import BackwardPrefetch, CPUOffload, FullyShardedDataParallel, MixedPrecision, ShardingStrategy, StateDictType
