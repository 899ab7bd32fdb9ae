import torch
from ncps.torch import CfC
from torch import nn

rnn = CfC(4, 8, batch_first=True, mixed_memory=True)
head = nn.Linear(8, 1)


@torch.compile
def forecast(series):
    out, state = rnn(series)
    return head(out)


for _ in range(2):
    forecast(torch.randn(2, 5, 4)).sum().backward()
