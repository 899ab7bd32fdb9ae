import torch
from subLSTM.nn import SubLSTM

rnn = torch.compile(SubLSTM(5, 8, num_layers=1, batch_first=True))
output, hidden = rnn(torch.randn(2, 6, 5))
output.sum().backward()
