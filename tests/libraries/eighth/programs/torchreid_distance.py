import torch
from torchreid.reid.metrics.distance import compute_distance_matrix
from torchreid.reid.utils.rerank import re_ranking  # noqa: F401
from torchreid.reid.data.transforms import RandomErasing, ColorAugmentation

torch.manual_seed(0)
erase, colour = RandomErasing(probability=1.0), ColorAugmentation(p=1.0)
distance = torch.compile(lambda a, b: compute_distance_matrix(a, b, metric="cosine") + compute_distance_matrix(a, b))
augment = torch.compile(lambda image: erase(colour(image)))
print(distance(torch.randn(4, 8), torch.randn(6, 8)).shape, augment(torch.rand(3, 32, 16)).shape)
