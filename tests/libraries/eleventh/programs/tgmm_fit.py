import torch
from tgmm import GaussianMixture

x = torch.randn(50, 2)


@torch.compile
def fit(x):
    gmm = GaussianMixture(n_components=2, n_features=2, covariance_type="diag", max_iter=3, init_means="random", random_state=1)
    gmm.fit(x)
    return gmm.predict(x)


print(fit(x).bincount())
