import torch
from metallic.models import MiniImagenetCNN, OmniglotCNN

model = torch.compile(OmniglotCNN(n_classes=5))
optimizer = torch.optim.SGD(model.parameters(), 0.1)
x, y = torch.randn(5, 1, 28, 28), torch.arange(5)
for _ in range(2):
    loss = torch.nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
