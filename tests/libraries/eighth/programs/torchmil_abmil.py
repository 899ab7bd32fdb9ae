import torch
from tensordict import TensorDict  # noqa: F401
from torchmil.models import ABMIL

model = ABMIL(in_shape=(16,), att_dim=8, gated=True)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


@torch.compile
def bag_loss(bags, labels, mask):
    pred, losses = model.compute_loss(labels, bags, mask)
    return pred, sum(losses.values())


bags, labels = torch.randn(4, 10, 16), torch.tensor([0.0, 1.0, 1.0, 0.0])
mask = torch.ones(4, 10)
mask[2, 6:] = 0
for _ in range(2):
    pred, loss = bag_loss(bags, labels, mask)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
