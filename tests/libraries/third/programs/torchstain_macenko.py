import torch
import torchstain

normalizer = torchstain.normalizers.MacenkoNormalizer(backend="torch")
normalizer.fit(torch.randint(0, 255, (3, 32, 32)).float())
normalize = torch.compile(lambda image: normalizer.normalize(I=image, stains=True))
norm, H, E = normalize(torch.randint(0, 255, (3, 32, 32)).float())
