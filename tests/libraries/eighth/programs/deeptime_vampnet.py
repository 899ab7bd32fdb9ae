import torch
from deeptime.decomposition.deep import vampnet_loss, kvad_score
from deeptime.util.torch import MLP

torch.manual_seed(0)
lobe = MLP(units=[4, 16, 3], nonlinearity=torch.nn.ReLU, output_nonlinearity=lambda: torch.nn.Softmax(dim=1))
optimizer = torch.optim.Adam(lobe.parameters(), lr=1e-3)


@torch.compile
def vamp(x, y):
    return vampnet_loss(lobe(x), lobe(y), method="VAMP2", epsilon=1e-4, mode="regularize")


score = torch.compile(lambda x, y: kvad_score(lobe(x), y))
x = torch.randn(50, 4).cumsum(0)
for _ in range(2):
    loss = vamp(x[:-1], x[1:])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
print(score(x[:-1], x[1:]).item())
