import torch
from pina.model import DeepONet, FeedForward, ResidualFeedForward

ffn = ResidualFeedForward(input_dimensions=2, output_dimensions=1, inner_size=16, n_layers=2)
compiled = torch.compile(ffn)
compiled(torch.randn(4, 2)).sum().backward()
mlp = torch.compile(FeedForward(2, 1, inner_size=8, n_layers=2))
mlp(torch.randn(4, 2))
