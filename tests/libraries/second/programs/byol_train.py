import torch
from byol_pytorch import BYOL
from torchvision import models

resnet = models.resnet18(weights=None)
learner = BYOL(resnet, image_size=32, hidden_layer="avgpool", projection_size=32, projection_hidden_size=64)
optimizer = torch.optim.Adam(learner.parameters(), lr=3e-4)
compiled = torch.compile(learner)
for _ in range(2):
    loss = compiled(torch.randn(4, 3, 32, 32))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    learner.update_moving_average()
