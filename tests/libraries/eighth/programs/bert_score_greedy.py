import torch
from bert_score.utils import greedy_cos_idf

torch.manual_seed(0)
score = torch.compile(greedy_cos_idf)
reference, hypothesis = torch.randn(3, 7, 16), torch.randn(3, 6, 16)
ref_mask, hyp_mask = torch.ones(3, 7), torch.ones(3, 6)
ref_mask[1, 5:] = 0
precision, recall, f1 = score(reference, ref_mask, torch.rand(3, 7) * ref_mask, hypothesis, hyp_mask, torch.rand(3, 6))
print(precision, recall, f1)
