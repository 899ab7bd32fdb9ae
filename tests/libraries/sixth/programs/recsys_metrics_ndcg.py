import torch
from recsys_metrics import hit_rate, normalized_dcg


@torch.compile
def evaluate(scores, target):
    return normalized_dcg(scores, target, k=5), hit_rate(scores, target, k=5)


evaluate(torch.rand(6, 12), (torch.rand(6, 12) > 0.7).long())
evaluate(torch.rand(6, 12), (torch.rand(6, 12) > 0.7).long())
