import torch
from torch_timeseries.model import iTransformer

model = torch.compile(iTransformer(seq_len=24, pred_len=6, c_in=3, n_heads=2, d_ff=16, e_layers=1, d_model=16))
x = torch.randn(2, 24, 3)
print(model(x, None, None, None).shape)
