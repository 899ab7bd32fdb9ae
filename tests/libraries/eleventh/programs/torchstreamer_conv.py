import torch
from torch import nn
from torchstreamer import Residual1d, create_stream

net = nn.Sequential(nn.Conv1d(1, 8, 5, padding=2), nn.ReLU(), Residual1d(nn.Conv1d(8, 8, 3, padding=1)), nn.Conv1d(8, 1, 3)).eval()
print(torch.compile(net)(torch.randn(1, 1, 64)).shape)
stream = create_stream(net)
compiled = torch.compile(stream)
with torch.no_grad():
    chunks = torch.randn(1, 96).chunk(3, -1)
    outputs = [compiled(chunk, final=i == 2) for i, chunk in enumerate(chunks)]
print([o if o is None else o.shape for o in outputs])
