import torch
from selfeeg import models

model = models.EEGNet(nb_classes=3, Chans=8, Samples=128, kernLength=32, F1=4, D=2, F2=8)
compiled = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters())
x, y = torch.randn(4, 8, 128), torch.randint(0, 3, (4,))
for _ in range(2):
    loss = torch.nn.functional.cross_entropy(compiled(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
