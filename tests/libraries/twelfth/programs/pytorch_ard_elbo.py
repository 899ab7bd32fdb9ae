import torch
import torch_ard as nn_ard
from torch import nn

model = nn.Sequential(nn_ard.LinearARD(8, 16), nn.ReLU(), nn_ard.LinearARD(16, 3))
criterion = nn_ard.ELBOLoss(model, nn.functional.cross_entropy)
opt = torch.optim.Adam(model.parameters())


@torch.compile
def step(x, y):
    opt.zero_grad()
    loss = criterion(model(x), y, 1, 0.1)
    loss.backward()
    opt.step()
    return loss


print(step(torch.randn(6, 8), torch.randint(0, 3, (6,))).item())
model.eval()
print(torch.compile(model)(torch.randn(2, 8)).shape)
