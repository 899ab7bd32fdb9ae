import pyhf
import torch

pyhf.set_backend("pytorch")
model = pyhf.simplemodels.uncorrelated_background(signal=[5.0, 10.0], bkg=[50.0, 60.0], bkg_uncertainty=[5.0, 12.0])
data = torch.tensor([55.0, 65.0] + model.config.auxdata, dtype=torch.float64)
nll = torch.compile(pyhf.infer.mle.twice_nll)
parameters = torch.tensor(model.config.suggested_init(), dtype=torch.float64, requires_grad=True)
nll(parameters, data, model).backward()
expected = torch.compile(model.expected_data)
print(expected(parameters.detach()))
