import torch
from noisereduce.torchgate import TorchGate

gate = torch.compile(TorchGate(sr=4000, nonstationary=True, n_fft=256))
print(gate(torch.randn(2, 4000)).shape)
stationary = torch.compile(TorchGate(sr=4000, nonstationary=False, n_fft=256))
print(stationary(torch.randn(1, 4000), torch.randn(1, 3000)).shape)
