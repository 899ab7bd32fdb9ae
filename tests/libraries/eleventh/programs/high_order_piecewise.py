import torch
from high_order_layers_torch.networks import HighOrderMLP

mlp = HighOrderMLP(layer_type="discontinuous", n=3, in_width=2, out_width=1, hidden_layers=1, hidden_width=8, in_segments=4, out_segments=2, hidden_segments=2)
mlp = torch.compile(mlp)
print(mlp(torch.rand(6, 2)).shape)
