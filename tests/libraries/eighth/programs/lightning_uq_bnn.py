import torch
from lightning_uq_box.models import MLP
from lightning_uq_box.models.bnn_layers.bnn_utils import convert_deterministic_to_bnn, get_kl_loss
from lightning_uq_box.uq_methods.loss_functions import NLL

torch.manual_seed(0)
model = MLP(n_inputs=3, n_hidden=[16, 8], n_outputs=2)
prior = {"prior_mu": 0.0, "prior_sigma": 1.0, "posterior_mu_init": 0.0, "posterior_rho_init": -4.0, "layer_type": "flipout"}
names = [name for name, module in model.named_modules() if isinstance(module, torch.nn.Linear)]
convert_deterministic_to_bnn(model, prior, names)
nll = NLL()


@torch.compile
def elbo(x, y):
    return nll(model(x), y) + get_kl_loss(model) / 100


loss = elbo(torch.randn(10, 3), torch.randn(10, 1))
loss.backward()
print(loss.item())
