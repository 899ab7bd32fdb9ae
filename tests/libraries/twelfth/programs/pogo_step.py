import torch
from torch import nn
from pogo import POGO, base

weight = nn.Parameter(torch.linalg.qr(torch.randn(2, 16, 8))[0].mT.contiguous())
head = nn.Linear(16, 2)
ortho = POGO([weight], base.SGD(momentum=0.9), 0.1)
adam = torch.optim.Adam(head.parameters())
x, y = torch.randn(20, 16), torch.randint(0, 2, (20,))


@torch.compile
def update():
    hidden = torch.relu(torch.einsum("bi,koi->bko", x, weight)).flatten(1)
    loss = nn.functional.cross_entropy(head(hidden), y)
    loss.backward()
    ortho.step()
    adam.step()
    ortho.zero_grad()
    adam.zero_grad()
    return loss.detach()


update()
print(update())
