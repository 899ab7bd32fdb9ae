import torch
from torch import nn
from torch_wavelet_kan import WaveletKANLayer

model = nn.Sequential(WaveletKANLayer(in_features=2, out_features=5, num_wavelets=3), nn.BatchNorm1d(5), WaveletKANLayer(in_features=5, out_features=1, num_wavelets=3))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
compiled = torch.compile(model)
for _ in range(2):
    x = torch.rand(16, 2)
    loss = (compiled(x) - (x[:, :1] * x[:, 1:])).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
