import torch
from sru import SRU

rnn = SRU(input_size=6, hidden_size=8, num_layers=2, bidirectional=True, layer_norm=True)
model = torch.compile(rnn)
output, state = model(torch.randn(7, 3, 6))
output.mean().backward()
