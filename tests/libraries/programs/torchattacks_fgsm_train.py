import torch
import torchattacks
from torch import nn

model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(144, 4))
fgsm = torchattacks.FGSM(model, eps=4 / 255)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


@torch.compile
def adversarial_loss(images, labels):
    return nn.functional.cross_entropy(model(fgsm(images, labels)), labels)


loss = adversarial_loss(torch.rand(2, 3, 8, 8), torch.tensor([0, 3]))
loss.backward()
optimizer.step()
