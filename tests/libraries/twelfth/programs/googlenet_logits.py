import torch
from googlenet_pytorch import GoogLeNet

model = GoogLeNet.from_name("googlenet").eval()
compiled = torch.compile(model)
with torch.no_grad():
    out = compiled(torch.randn(1, 3, 64, 64))
print(out.shape if isinstance(out, torch.Tensor) else type(out))
