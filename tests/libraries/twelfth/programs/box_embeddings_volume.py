import torch
from box_embeddings.modules.intersection import Intersection
from box_embeddings.modules.volume.volume import Volume
from box_embeddings.parameterizations.box_tensor import BoxTensor

intersection, volume = Intersection(), Volume(volume_temperature=1.0, intersection_temperature=0.0)
theta = torch.randn(4, 2, 5, requires_grad=True)


@torch.compile
def score(a, b):
    a, b = BoxTensor(a), BoxTensor(b)
    return (volume(intersection(a, b)) - volume(b)).mean()


loss = score(theta, torch.randn(4, 2, 5))
loss.backward()
print(loss.item())
