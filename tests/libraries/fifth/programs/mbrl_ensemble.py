import torch
from mbrl.models import GaussianMLP, OneDTransitionRewardModel

ensemble = GaussianMLP(5, 4, "cpu", num_layers=2, ensemble_size=3, hid_size=16, propagation_method="random_model", learn_logvar_bounds=True)
optimizer = torch.optim.Adam(ensemble.parameters())
loss = torch.compile(ensemble.loss)
value, meta = loss(torch.randn(3, 8, 5), torch.randn(3, 8, 4))
value.backward()
optimizer.step()
forward = torch.compile(ensemble.forward)
with torch.no_grad():
    mean, logvar = forward(torch.randn(9, 5), use_propagation=True, rng=torch.Generator())
print(mean.shape)
