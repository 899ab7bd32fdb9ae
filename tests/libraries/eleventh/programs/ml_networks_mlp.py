import torch
from ml_networks import LinearConfig, MLPConfig
from ml_networks.torch import MLPLayer

config = MLPConfig(hidden_dim=16, n_layers=2, output_activation="Tanh",
                   linear_cfg=LinearConfig(activation="ReLU", bias=True, norm="layer", dropout=0.0))
net = torch.compile(MLPLayer(8, 3, config))
loss = net(torch.randn(4, 8)).pow(2).mean()
loss.backward()
print(loss.item())
