import torch
from ranking_metrics_torch.cumulative_gain import ndcg_at
from ranking_metrics_torch.precision_recall import precision_at

scores = torch.rand(4, 20)
labels = (torch.rand(4, 20) > 0.5).float()
ks = torch.tensor([1, 5, 10])


@torch.compile
def metrics(scores, labels):
    return ndcg_at(ks, scores, labels), precision_at(ks, scores, labels)


metrics(scores, labels)
