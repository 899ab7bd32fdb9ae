import fast_bss_eval
import torch

sdr = torch.compile(lambda ref, est: fast_bss_eval.sdr(ref, est, filter_length=64, return_perm=True))
values, permutation = sdr(torch.randn(2, 1500), torch.randn(2, 1500))
print(values, permutation)
