import torch
from recsys_metrics import rank_report

preds = torch.rand(4, 10)
target = (torch.rand(4, 10) > 0.6).long()
report = torch.compile(rank_report)
report(preds, target, k=3)
