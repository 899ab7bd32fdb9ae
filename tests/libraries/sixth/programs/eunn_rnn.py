import torch
from torch_eunn import EURNN

rnn = torch.compile(EURNN(2, 8, capacity=4, batch_first=True))
output, state = rnn(torch.randn(3, 5, 2))
output.mean().backward()
