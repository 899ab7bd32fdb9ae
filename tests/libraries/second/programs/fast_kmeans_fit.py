import torch
from fast_pytorch_kmeans import KMeans

kmeans = KMeans(n_clusters=3, mode="euclidean", max_iter=5, verbose=0)
fit = torch.compile(kmeans.fit_predict)
labels = fit(torch.randn(40, 4))
predict = torch.compile(kmeans.predict)
predict(torch.randn(10, 4))
