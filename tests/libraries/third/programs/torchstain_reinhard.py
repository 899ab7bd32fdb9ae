import torch
import torchstain

normalizer = torchstain.normalizers.ReinhardNormalizer(backend="torch")
normalizer.fit(torch.randint(0, 255, (3, 32, 32)).float())
print(torch.compile(normalizer.normalize)(torch.randint(0, 255, (3, 32, 32)).float()).shape)
