import ot
import torch


@torch.compile
def sliced(x, y):
    return ot.sliced_wasserstein_distance(x, y, n_projections=20, seed=1)


generator = torch.nn.Linear(2, 2)
loss = sliced(generator(torch.randn(30, 2)), torch.randn(30, 2))
loss.backward()
