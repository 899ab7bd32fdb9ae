import torch
from deepymod.model.func_approx import NN, Siren
from deepymod.model.library import Library1D

network = NN(2, [16, 16], 1)
library = Library1D(poly_order=2, diff_order=2)


@torch.compile
def features(x):
    prediction, coordinates = network(x)
    time_derivs, thetas = library((prediction, coordinates))
    return time_derivs[0], thetas[0]


dt, theta = features(torch.rand(12, 2))
print(dt.shape, theta.shape)
