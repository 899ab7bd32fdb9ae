import torch
from salsa.SaLSA import SaLSA
from torch import nn

model = nn.Linear(5, 2)
optimizer = SaLSA(model.parameters())
x, y = torch.randn(8, 5), torch.randint(0, 2, (8,))


def closure(backwards=False):
    loss = nn.functional.cross_entropy(model(x), y)
    if backwards:
        loss.backward()
    return loss


@torch.compile
def step():
    optimizer.zero_grad()
    return optimizer.step(closure=closure)


for _ in range(2):
    step()
