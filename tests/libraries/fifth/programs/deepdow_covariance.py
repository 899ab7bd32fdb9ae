import torch
from deepdow.layers import AnalyticalMarkowitz, Cov2Corr, CovarianceMatrix, KMeans

covariance = CovarianceMatrix(sqrt=False, shrinkage_strategy="scaled_identity", shrinkage_coef=0.4)
markowitz, correlate = AnalyticalMarkowitz(), Cov2Corr()


@torch.compile
def allocate(rets):
    covmat = covariance(rets)
    return markowitz(covmat, rets.mean(1)), correlate(covmat)


weights, corr = allocate(torch.randn(3, 20, 4))
print(weights.sum(-1))
cluster = torch.compile(KMeans(n_clusters=2, random_state=1, max_iter=5))
print(cluster(torch.randn(12, 3))[0])
