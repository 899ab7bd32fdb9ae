import torch
from torch import nn
from engression_pytorch import EnergyScoreLoss, gConcat

batch_size, input_dim, out_dim, noise_dim = 32, 3, 1, 10
model = nn.Sequential(nn.Linear(input_dim + noise_dim, 32), nn.ReLU(), nn.Linear(32, out_dim))
g = gConcat(model=model, noise_dim=noise_dim, m_train=2, m_eval=16)
loss_fn = EnergyScoreLoss(beta=1.0, p=2)
opt = torch.optim.Adam(model.parameters())


@torch.compile
def step(x, y):
    opt.zero_grad()
    loss = loss_fn(y, g(x))
    loss.backward()
    opt.step()
    return loss


g.train()
x = torch.randn(batch_size, input_dim)
print(step(x, x.sum(-1, keepdim=True)).item())
g.eval()
print(torch.compile(g)(x).shape)
