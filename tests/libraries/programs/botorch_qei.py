import torch
from botorch.acquisition import qExpectedImprovement
from botorch.models import SingleTaskGP
from botorch.sampling import SobolQMCNormalSampler

x = torch.rand(6, 2, dtype=torch.double)
y = torch.sin(x.sum(-1, keepdim=True))
model = SingleTaskGP(x, y)
qei = qExpectedImprovement(model, best_f=y.max(), sampler=SobolQMCNormalSampler(torch.Size([16]), seed=0))
acquisition = torch.compile(qei)
candidates = torch.rand(3, 2, 2, dtype=torch.double, requires_grad=True)
acquisition(candidates).sum().backward()
