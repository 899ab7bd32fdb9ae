import torch
from tgmm import GaussianMixture

x = torch.cat([torch.randn(60, 2) - 3, torch.randn(60, 2) + 3])
gmm = GaussianMixture(n_components=2, n_features=2, covariance_type="full", max_iter=10, random_state=0)
gmm.fit(x)
score = torch.compile(gmm.score_samples)
print(score(x[:8]).shape, torch.compile(gmm.predict_proba)(x[:5]).shape)
