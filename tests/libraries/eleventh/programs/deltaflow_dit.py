import torch
from deltaflow.losses import FlowMatchingLoss
from deltaflow.models import DiT

model = DiT(input_size=8, patch_size=4, in_channels=1, hidden_size=32, depth=2, num_heads=4)
criterion = FlowMatchingLoss()
optimizer = torch.optim.AdamW(model.parameters(), 1e-3)


@torch.compile
def loss_fn(x, y):
    x0, t = torch.randn_like(x), torch.rand(x.shape[0])
    xt = (1 - t.view(-1, 1, 1, 1)) * x0 + t.view(-1, 1, 1, 1) * x
    return (model(xt, t, y) - (x - x0)).pow(2).mean()


loss = loss_fn(torch.randn(4, 1, 8, 8), torch.randint(0, 10, (4,)))
loss.backward()
optimizer.step()
print(loss.item())
