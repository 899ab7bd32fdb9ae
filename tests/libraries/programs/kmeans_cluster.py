import torch
from kmeans_pytorch import kmeans, kmeans_predict

@torch.compile
def cluster(x):
    labels, centers = kmeans(X=x, num_clusters=3, distance="euclidean", device=torch.device("cpu"))
    return kmeans_predict(x[:5], centers, "euclidean", device=torch.device("cpu"))


cluster(torch.randn(40, 2))
