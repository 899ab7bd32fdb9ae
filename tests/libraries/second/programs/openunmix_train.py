import torch
from openunmix.model import OpenUnmix
from openunmix.transforms import ComplexNorm, make_filterbanks

stft, _ = make_filterbanks(n_fft=512, n_hop=128, sample_rate=16000)
encoder = torch.nn.Sequential(stft, ComplexNorm(mono=True))
unmix = OpenUnmix(nb_bins=257, nb_channels=1, hidden_size=32, nb_layers=1)
optimizer = torch.optim.Adam(unmix.parameters())


@torch.compile
def loss(x, y):
    return torch.nn.functional.mse_loss(unmix(encoder(x)), encoder(y))


for _ in range(2):
    optimizer.zero_grad()
    loss(torch.randn(2, 1, 4096), torch.randn(2, 1, 4096)).backward()
    optimizer.step()
