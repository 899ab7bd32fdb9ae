import torch
from torch import nn
from torchlikelihoods import BernoulliLikelihood, CategoricalLikelihood, NormalLikelihood

normal, bernoulli, categorical = NormalLikelihood(domain_size=3), BernoulliLikelihood(domain_size=2), CategoricalLikelihood(domain_size=4)
decoder = nn.Linear(6, normal.params_size() + bernoulli.params_size() + categorical.params_size())


@torch.compile
def elbo(z, x, b):
    a, c, d = decoder(z).split([normal.params_size(), bernoulli.params_size(), categorical.params_size()], -1)
    return -(normal(a).log_prob(x).sum(-1) + bernoulli(c).log_prob(b).sum(-1)).mean() + categorical(d).entropy().mean()


loss = elbo(torch.randn(5, 6), torch.randn(5, 3), torch.ones(5, 2))
loss.backward()
print(loss.item())
