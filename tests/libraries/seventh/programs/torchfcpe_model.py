import torch
from torchfcpe.models import CFNaiveMelPE

model = CFNaiveMelPE(input_channels=32, out_dims=60, hidden_dims=32, n_layers=2, n_heads=2)
compiled = torch.compile(model)
latent = compiled(torch.rand(1, 20, 32))
latent.mean().backward()
infer = torch.compile(lambda mel: model.latent2cents_local_decoder(model(mel))) if hasattr(model, "latent2cents_local_decoder") else compiled
print(latent.shape, infer(torch.rand(1, 20, 32)).shape)
