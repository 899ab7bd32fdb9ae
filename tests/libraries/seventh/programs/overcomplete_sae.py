import torch
from overcomplete.sae import TopKSAE
from overcomplete.sae.losses import reanimation_regularizer
from overcomplete.sae.trackers import DeadCodeTracker

sae = TopKSAE(16, nb_concepts=64, top_k=5)
optimizer = torch.optim.Adam(sae.parameters(), lr=5e-4)
tracker = DeadCodeTracker(64, "cpu")


def criterion(x, x_hat, pre_codes, codes, dictionary):
    return (x - x_hat).square().mean() + reanimation_regularizer(x, x_hat, pre_codes, codes, dictionary)


@torch.compile
def train_step(x):
    optimizer.zero_grad()
    z_pre, z, x_hat = sae(x)
    loss = criterion(x, x_hat, z_pre, z, sae.get_dictionary())
    tracker.update(z)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(sae.parameters(), 1.0)
    optimizer.step()
    return loss


for _ in range(2):
    loss = train_step(torch.randn(32, 16))
print(loss, tracker.get_dead_ratio())
