import torch
from torch import nn
from sgd_sai import SGD_sai

model = nn.Sequential(nn.Embedding(50, 16), nn.Flatten(), nn.Linear(16 * 6, 50))
optimizer = SGD_sai(model.parameters(), lr=1e-2, momentum=0.9)
tokens, labels = torch.randint(0, 50, (8, 6)), torch.randint(0, 50, (8,))


@torch.compile
def step(tokens, labels):
    loss = nn.functional.cross_entropy(model(tokens), labels)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    return loss


for _ in range(3):
    print(step(tokens, labels).item())
