import torch
from tsai.models.MINIROCKET_Pytorch import MiniRocketFeatures

features = MiniRocketFeatures(2, 40, num_features=168)
features.fit(torch.randn(8, 2, 40))
compiled = torch.compile(features)
compiled(torch.randn(4, 2, 40))
