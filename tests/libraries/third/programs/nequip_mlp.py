import torch
from nequip.nn import ScalarMLPFunction

mlp = ScalarMLPFunction(input_dim=4, output_dim=2, hidden_layers_depth=2, hidden_layers_width=8, nonlinearity="silu")
compiled = torch.compile(mlp)
compiled(torch.randn(5, 4)).sum().backward()
