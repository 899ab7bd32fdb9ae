import torch
from pytorch_tcn import TCN

tcn = TCN(num_inputs=4, num_channels=[8, 8], kernel_size=3, causal=True, use_skip_connections=True)
compiled = torch.compile(tcn)
compiled(torch.randn(2, 4, 20)).sum().backward()
tcn.eval()
with torch.no_grad():
    for _ in range(2):
        compiled(torch.randn(1, 4, 1), inference=True)
