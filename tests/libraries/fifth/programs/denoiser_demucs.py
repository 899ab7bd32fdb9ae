import torch
from denoiser.demucs import Demucs

model = Demucs(hidden=4, depth=2, resample=2, sample_rate=4000)
optimizer = torch.optim.Adam(model.parameters(), lr=3e-4, betas=(0.9, 0.999))


@torch.compile
def train_loss(noisy, clean):
    return torch.nn.functional.l1_loss(model(noisy), clean)


for _ in range(2):
    optimizer.zero_grad()
    train_loss(torch.randn(2, 1, 1000), torch.randn(2, 1, 1000)).backward()
    optimizer.step()
