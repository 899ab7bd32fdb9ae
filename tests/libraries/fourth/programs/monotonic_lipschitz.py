import monotonicnetworks as lmn
import torch
from torch import nn

model = nn.Sequential(lmn.LipschitzLinear(4, 16, kind="one-inf"), lmn.GroupSort(8), lmn.LipschitzLinear(16, 1, kind="inf"))
wrapped = torch.compile(lmn.MonotonicWrapper(model, monotonic_constraints=[1, 0, 0, -1]))
wrapped(torch.randn(6, 4)).sum().backward()
