import lab.torch as B
import neuralprocesses.torch as nps
import torch

torch.manual_seed(0)
model = nps.construct_convgnp(dim_x=1, dim_y=1, likelihood="het", unet_channels=(8, 8), points_per_unit=8)
contexts, xt, yt = [(torch.randn(2, 1, 5), torch.randn(2, 1, 5))], torch.randn(2, 1, 4), torch.randn(2, 1, 4)
model(contexts, xt)
loglik = torch.compile(lambda contexts, xt, yt: -nps.loglik(model, contexts, xt, yt, normalise=True).mean())
loss = loglik(contexts, xt, yt)
loss.backward()
print(loss.item())
