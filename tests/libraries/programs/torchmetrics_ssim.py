import torch
from torchmetrics.image import StructuralSimilarityIndexMeasure

ssim = torch.compile(StructuralSimilarityIndexMeasure(data_range=1.0))
preds, target = torch.rand(2, 3, 32, 32), torch.rand(2, 3, 32, 32)
print(ssim(preds, target))
print(ssim(preds * 0.9, target))
