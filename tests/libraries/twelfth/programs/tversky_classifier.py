import torch
from torch import nn
from tversky import nn as tnn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding="same")
        self.tproj = tnn.TverskyProjection(embedding_dim=16, class_count=5, fbank_size=12, similarity_model="contrast", normalize=False)

    def forward(self, x):
        return self.tproj(nn.functional.adaptive_avg_pool2d(self.conv(x), 2).flatten(1))


net = Net()
opt = torch.optim.Adam(net.parameters())


@torch.compile
def step(x, y):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(net(x), y)
    loss.backward()
    opt.step()
    return loss


print(step(torch.randn(4, 1, 8, 8), torch.randint(0, 5, (4,))).item())
