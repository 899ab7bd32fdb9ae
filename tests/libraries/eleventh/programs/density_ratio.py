import torch
from torchdensityestimation.ratio import rulsif_fit, rulsif_predict

x1, x2 = torch.randn(2, 60), torch.randn(2, 60) + 0.5
model = rulsif_fit(x1, x2)
print(torch.compile(rulsif_predict)(model, x1).shape)
