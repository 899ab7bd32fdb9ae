import torch
from etsformer_pytorch import ETSFormer

model = torch.compile(ETSFormer(time_features=4, model_dim=32, embed_kernel_size=3, layers=2, heads=4, K=4, dropout=0.1))
series = torch.randn(1, 64, 4)
prediction = model(series, num_steps_forecast=8)
prediction.mean().backward()
