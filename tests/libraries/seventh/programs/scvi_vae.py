import torch
from scvi import REGISTRY_KEYS
from scvi.module import VAE

vae = VAE(n_input=20, n_batch=2, n_hidden=16, n_latent=4)
optimizer = torch.optim.Adam(vae.parameters(), lr=1e-3)
tensors = {
    REGISTRY_KEYS.X_KEY: torch.randint(0, 20, (16, 20)).float(),
    REGISTRY_KEYS.BATCH_KEY: torch.randint(0, 2, (16, 1)),
    REGISTRY_KEYS.LABELS_KEY: torch.zeros(16, 1, dtype=torch.long),
}


@torch.compile
def train_step():
    optimizer.zero_grad()
    _, _, losses = vae(tensors)
    losses.loss.backward()
    optimizer.step()
    return losses.loss


for _ in range(2):
    print(train_step())
