import torch
from ledidi import Ledidi
from torch import nn


class Toy(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(4, 6, 7, padding=3)
        self.head = nn.Linear(6, 1)

    def forward(self, x):
        return self.head(torch.relu(self.conv(x)).amax(dim=-1))


torch.manual_seed(0)
model = Toy().eval()
x = nn.functional.one_hot(torch.randint(0, 4, (1, 40)), 4).permute(0, 2, 1).float()
designer = Ledidi(model, x.shape[1:], batch_size=4, max_iter=3, verbose=False)
propose = torch.compile(designer)
edited = propose(x)
loss = (model(edited) - 2.0).square().mean() + 0.1 * (edited - x).abs().sum()
loss.backward()
print(edited.shape, loss.item())
