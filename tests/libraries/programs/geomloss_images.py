import torch
from geomloss import SamplesLoss

hausdorff = SamplesLoss(loss="laplacian", blur=0.2, backend="tensorized", potentials=False)
unbalanced = SamplesLoss("sinkhorn", p=1, blur=0.1, reach=0.5, debias=False, backend="tensorized")


@torch.compile
def match(x, y):
    weights = torch.full((len(x),), 1 / len(x)), torch.full((len(y),), 1 / len(y))
    return unbalanced(weights[0], x, weights[1], y) + hausdorff(x, y)


match(torch.rand(10, 2, requires_grad=True), torch.rand(12, 2)).backward()
