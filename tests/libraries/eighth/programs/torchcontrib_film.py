import torch
import torchcontrib
from torch import nn


class Conditioned(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.film = nn.Conv2d(1, 4, 3, padding=1), torchcontrib.nn.FiLM()
        self.to_film, self.head = nn.Linear(2, 8), nn.Linear(4, 3)

    def forward(self, x, condition):
        gamma, beta = self.to_film(condition).chunk(2, dim=-1)
        return self.head(self.film(self.conv(x), gamma, beta).mean(dim=(2, 3)))


model = Conditioned()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
compiled, step = torch.compile(model), torch.compile(optimizer.step)
for _ in range(3):
    loss = nn.functional.cross_entropy(compiled(torch.randn(4, 1, 8, 8), torch.randn(4, 2)), torch.randint(0, 3, (4,)))
    optimizer.zero_grad()
    loss.backward()
    step()
print(loss.item())
