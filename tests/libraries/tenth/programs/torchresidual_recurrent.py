import torch
from torch import nn
from torchresidual import Apply, Record, RecurrentWrapper, ResidualSequential

block = ResidualSequential(Record(name="r"), RecurrentWrapper(nn.LSTM(8, 8, batch_first=True), return_hidden=False), Apply(record_name="r"), nn.Linear(8, 2))
compiled = torch.compile(block)
out = compiled(torch.randn(2, 5, 8))
print(out.shape if torch.is_tensor(out) else type(out))
