import torch
from torch_mir_eval import bss_eval_sources

evaluate = torch.compile(bss_eval_sources)
sdr, sir, sar, perm = evaluate(torch.randn(2, 1200), torch.randn(2, 1200), compute_permutation=True)
print(sdr)
