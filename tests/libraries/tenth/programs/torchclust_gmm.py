import torch
from torchclust.density import DBSCAN, GaussianMixtureModel

x = torch.cat([torch.randn(15, 2), torch.randn(15, 2) + 6])
gmm = GaussianMixtureModel(num_clusters=2, max_iter=3)
fit = torch.compile(gmm.fit_predict)
print(fit(x).shape)
scan = torch.compile(DBSCAN(min_samples=3, eps=1.0).fit_predict)
print(scan(x).shape)
