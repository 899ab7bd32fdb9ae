import torch
from torch_focalloss import BinaryFocalLoss, MultiClassFocalLoss

binary = torch.compile(BinaryFocalLoss(gamma=2, alpha=torch.tensor(1.5)))
multi = torch.compile(MultiClassFocalLoss(gamma=2.0))
logits = torch.randn(10, requires_grad=True)
print(binary(logits, torch.randint(2, (10,)).float()).item())
print(multi(torch.randn(6, 4), torch.randint(4, (6,))).item())
