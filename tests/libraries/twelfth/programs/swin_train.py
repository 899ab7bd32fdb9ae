import torch
from torch import nn
from swin_transformer_pytorch import SwinTransformer

net = SwinTransformer(hidden_dim=16, layers=(2, 2, 2, 2), heads=(1, 1, 2, 2), num_classes=5, head_dim=8, window_size=2,
                      downscaling_factors=(2, 2, 2, 2))
opt = torch.optim.AdamW(net.parameters(), lr=1e-3)


@torch.compile
def step(x, y):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(net(x), y)
    loss.backward()
    opt.step()
    return loss


print(step(torch.randn(2, 3, 32, 32), torch.tensor([1, 4])).item())
