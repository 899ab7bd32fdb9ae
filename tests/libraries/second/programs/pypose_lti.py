import pypose as pp
import torch

A, B, C, D = torch.eye(3) * 0.9, torch.randn(3, 2), torch.randn(2, 3), torch.randn(2, 2)
system = pp.module.LTI(A, B, C, D)
compiled = torch.compile(system)
state, observation = compiled(torch.randn(3), torch.randn(2))
