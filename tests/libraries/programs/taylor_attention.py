import torch
from taylor_series_linear_attention import TaylorSeriesLinearAttn

attn = TaylorSeriesLinearAttn(dim=32, dim_head=8, heads=2)
compiled = torch.compile(attn)
compiled(torch.randn(1, 20, 32), mask=torch.ones(1, 20).bool()).sum().backward()
