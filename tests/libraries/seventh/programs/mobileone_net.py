import torch
from mobileone_pytorch import mobileone_s0

model = mobileone_s0(num_classes=10)
compiled = torch.compile(model)
print(compiled(torch.rand(2, 3, 64, 64)).shape)
model.eval()
deployed = model.reparametrize()
fast = torch.compile(deployed)
with torch.no_grad():
    print(fast(torch.rand(1, 3, 64, 64)).shape)
