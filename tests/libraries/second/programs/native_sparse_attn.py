import torch
from native_sparse_attention_pytorch import SparseAttention

attn = SparseAttention(dim=32, dim_head=8, heads=2, sliding_window_size=4, compress_block_size=4, compress_block_sliding_stride=2, selection_block_size=4, num_selected_blocks=2)
compiled = torch.compile(attn)
compiled(torch.randn(2, 15, 32)).sum().backward()
