import torch
from torch_betainc import StudentT, betainc


@torch.compile
def probabilities(a, b, x):
    return betainc(a, b, x)


@torch.compile
def cdf(df, x):
    return StudentT(df, torch.zeros(1), torch.ones(1)).cdf(x)


a = torch.tensor([1.0, 2.0], requires_grad=True)
out = probabilities(a, torch.tensor([2.0, 3.0]), torch.tensor([0.3, 0.6]))
out.sum().backward()
print(out, cdf(torch.tensor([4.0]), torch.tensor([0.5])))
