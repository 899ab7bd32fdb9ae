import torch
from pytorchcv.model_provider import get_model

model = get_model("seresnet10", pretrained=False, num_classes=10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
compiled = torch.compile(model)
for _ in range(2):
    loss = torch.nn.functional.cross_entropy(compiled(torch.randn(2, 3, 224, 224)), torch.tensor([1, 2]))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
