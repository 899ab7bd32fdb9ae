import torch
from deepchem.models.torch_models.layers import MultilayerPerceptron, RealNVPLayer
from torch import nn
from torch.distributions import MultivariateNormal

torch.manual_seed(0)
masks = nn.functional.one_hot(torch.tensor([i % 2 for i in range(4)])).float()
layers = nn.ModuleList([RealNVPLayer(mask, 16) for mask in masks])
for layer in layers:
    nn.init.ones_(layer.scale)
base = MultivariateNormal(torch.zeros(2), torch.eye(2))
mlp = torch.compile(MultilayerPerceptron(d_input=10, d_hidden=(8, 8), d_output=2, dropout=0.1, activation_fn="relu", skip_connection=True))


@torch.compile
def negative_log_likelihood(x):
    log_det = torch.zeros(x.shape[0])
    for layer in reversed(layers):
        x, inverse_log_det = layer.inverse(x)
        log_det = log_det + inverse_log_det
    return -(base.log_prob(x) + log_det).mean()


loss = negative_log_likelihood(torch.randn(16, 2))
loss.backward()
print(loss.item(), mlp(torch.ones(2, 10)).shape)
