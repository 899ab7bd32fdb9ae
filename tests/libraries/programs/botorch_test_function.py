import torch
from botorch.test_functions import Branin, Hartmann
from botorch.utils.transforms import standardize

branin, hartmann = Branin(negate=True), Hartmann(dim=6)


@torch.compile
def objective(x, z):
    return standardize(branin(x).unsqueeze(-1)), hartmann(z)


objective(torch.rand(6, 2), torch.rand(6, 6))
