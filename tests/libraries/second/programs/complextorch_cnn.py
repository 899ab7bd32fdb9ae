import complextorch as cvtorch
import complextorch.nn as cvnn
import torch

model = torch.nn.Sequential(cvnn.Conv1d(2, 4, 3), cvnn.modReLU(), cvnn.Conv1d(4, 1, 3))
compiled = torch.compile(model)
x = torch.randn(2, 2, 16, dtype=torch.cfloat)
compiled(x).abs().mean().backward()
