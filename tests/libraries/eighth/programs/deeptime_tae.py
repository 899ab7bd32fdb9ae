import torch
from deeptime.decomposition.deep import TAE, TVAE, TVAEEncoder
from deeptime.util.torch import MLP

encoder, decoder = TVAEEncoder([5, 8, 2]), MLP([2, 8, 5])
compiled, decode = torch.compile(encoder), torch.compile(decoder)
x, y = torch.randn(16, 5), torch.randn(16, 5)
mu, logvar = compiled(x)
z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
loss = (decode(z) - y).square().mean()
loss.backward()
print(loss.item())
