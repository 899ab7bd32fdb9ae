import torch
from scvi.distributions import ZeroInflatedNegativeBinomial
from scvi.nn import DecoderSCVI, Encoder, FCLayers
from torch.distributions import Normal, kl_divergence

encoder = Encoder(n_input=20, n_output=4, n_cat_list=[3], n_hidden=16)
decoder = DecoderSCVI(n_input=4, n_output=20, n_cat_list=[3], n_hidden=16)
dispersion = torch.nn.Parameter(torch.randn(20))


@torch.compile
def elbo(x, batch_index):
    q, z = encoder(torch.log1p(x), batch_index)[:2] if encoder.return_dist else _posterior(x, batch_index)
    library = torch.log(x.sum(1, keepdim=True))
    scale, rate, mean, dropout = decoder("gene", z, library, batch_index)
    likelihood = ZeroInflatedNegativeBinomial(mu=mean, theta=dispersion.exp(), zi_logits=dropout)
    return (-likelihood.log_prob(x).sum(-1) + kl_divergence(q, Normal(0.0, 1.0)).sum(-1)).mean()


def _posterior(x, batch_index):
    mean, variance, z = encoder(torch.log1p(x), batch_index)
    return Normal(mean, variance.sqrt()), z


loss = elbo(torch.randint(0, 10, (8, 20)).float() + 1, torch.randint(0, 3, (8, 1)))
loss.backward()
print(loss)
