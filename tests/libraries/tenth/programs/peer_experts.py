import torch
from PEER_pytorch import PEER, ChunkedPEER

peer = PEER(dim=32, heads=2, num_experts=64, num_experts_per_head=4, dim_key=16, pre_rmsnorm=True)
chunked = ChunkedPEER(PEER(dim=32, heads=2, num_experts=64, num_experts_per_head=4, dim_key=16), seq_chunk_size=8)
x = torch.randn(2, 24, 32)


@torch.compile
def block(x):
    x = peer(x) + x
    return chunked(x) + x


out = block(x)
out.sum().backward()
print(out.shape)
