import torch
from openunmix.model import OpenUnmix, Separator

targets = {name: OpenUnmix(nb_bins=513, nb_channels=2, hidden_size=32, nb_layers=1, max_bin=300) for name in ("vocals", "drums")}
separator = Separator(targets, niter=1, residual=False, n_fft=1024, n_hop=256, nb_channels=2).eval()
compiled = torch.compile(separator)
with torch.no_grad():
    compiled(torch.randn(1, 2, 8192))
