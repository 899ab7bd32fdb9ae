import torch
from pogo import base, POGO

weight = torch.nn.Parameter(torch.linalg.qr(torch.randn(1, 8, 4))[0].mT.contiguous())
optimizer = POGO([weight], base.VectorAdam(), 0.05)
data = torch.randn(100, 8)


@torch.compile
def reconstruction(weight, data):
    codes = data @ weight.mT
    return ((codes @ weight - data) ** 2).sum(-1).mean()


for _ in range(3):
    optimizer.zero_grad()
    loss = reconstruction(weight, data)
    loss.backward()
    optimizer.step()
print(loss.item())
