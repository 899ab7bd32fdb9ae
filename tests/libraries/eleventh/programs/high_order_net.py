import torch
from torch import nn
from high_order_layers_torch.layers import high_order_fc_layers

net = nn.Sequential(high_order_fc_layers(layer_type="continuous", n=5, segments=4, in_features=2, out_features=16), nn.LayerNorm(16),
                    high_order_fc_layers(layer_type="continuous", n=3, segments=2, in_features=16, out_features=1))
compiled = torch.compile(net)
loss = compiled(torch.rand(12, 2) * 2 - 1).pow(2).mean()
loss.backward()
print(loss.item())
