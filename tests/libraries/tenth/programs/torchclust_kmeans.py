import torch
from torchclust.centroid import KMeans
from torchclust.metrics import silhouette_score

x = torch.cat([torch.randn(20, 2), torch.randn(20, 2) + 5])
kmeans = KMeans(num_clusters=2, max_iter=5)
fit = torch.compile(kmeans.fit_predict)
labels = fit(x)
print(labels.shape)
