import neuralprocesses.torch as nps
import torch

torch.manual_seed(0)
model = nps.construct_gnp(dim_x=1, dim_y=1, dim_embedding=16, width=16, num_enc_layers=1, num_dec_layers=1, likelihood="lowrank", num_basis_functions=4)
xc, yc, xt = torch.randn(2, 1, 5), torch.randn(2, 1, 5), torch.randn(2, 1, 4)
model(xc, yc, xt)
compiled = torch.compile(model)
prediction = compiled(xc, yc, xt)
print(prediction.mean.shape, prediction.logpdf(torch.randn(2, 1, 4)).shape)
