import torch
from torch import nn
from kronecker_attention_pytorch import KroneckerSelfAttention


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.attention, self.head = nn.Conv2d(3, 16, 3, padding=1), KroneckerSelfAttention(dim=16, heads=4, dim_heads=8), nn.Linear(16, 5)

    def forward(self, x):
        x = self.stem(x)
        return self.head((x + self.attention(x)).mean((2, 3)))


net = torch.compile(Net())
print(net(torch.randn(2, 3, 12, 10)).shape)
