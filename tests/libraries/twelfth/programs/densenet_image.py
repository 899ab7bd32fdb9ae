import torch
from densenet_pytorch import DenseNet

model = DenseNet.from_name("densenet121").eval()
compiled = torch.compile(model)
with torch.no_grad():
    logits = compiled(torch.randn(1, 3, 64, 64))
print(torch.topk(logits, k=5).indices.squeeze(0).tolist())
