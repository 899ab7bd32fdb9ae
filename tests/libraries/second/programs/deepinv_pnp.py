import deepinv as dinv
import torch
from deepinv.optim import PnP
from deepinv.optim.data_fidelity import L2
from deepinv.optim.optimizers import optim_builder

physics = dinv.physics.BlurFFT((1, 16, 16), filter=dinv.physics.blur.gaussian_blur(sigma=1.0))
prior = PnP(dinv.models.TVDenoiser(n_it_max=5))
model = optim_builder(iteration="PGD", prior=prior, data_fidelity=L2(), max_iter=3, params_algo={"stepsize": 1.0, "g_param": 0.05})
compiled = torch.compile(model)
x = torch.rand(1, 1, 16, 16)
with torch.no_grad():
    compiled(physics(x), physics)
