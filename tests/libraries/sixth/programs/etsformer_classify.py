import torch
from etsformer_pytorch import ClassificationWrapper, ETSFormer

model = ETSFormer(time_features=1, model_dim=32, layers=2, heads=4, K=4)
classifier = torch.compile(ClassificationWrapper(etsformer=model, dim_head=8, heads=2, num_classes=10, level_kernel_size=3,
                                                 growth_kernel_size=3, seasonal_kernel_size=3, dropout=0.1))
classifier(torch.randn(1, 64)).sum().backward()
