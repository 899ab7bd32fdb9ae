import torch
from torch_staintools.augmentor.factory import AugmentorBuilder
from torch_staintools.normalizer.factory import NormalizerBuilder

torch.manual_seed(0)
target = torch.rand(1, 3, 24, 24) * 0.6 + 0.2
batch = torch.rand(2, 3, 24, 24) * 0.6 + 0.2
normalizer = NormalizerBuilder.build("macenko", concentration_solver="qr", use_cache=False)
normalizer.fit(target)
augmentor = AugmentorBuilder.build("macenko", concentration_solver="qr", sigma_alpha=0.2, sigma_beta=0.2, use_cache=False)


@torch.compile
def preprocess(images):
    return augmentor(normalizer(images))


with torch.no_grad():
    print(preprocess(batch).shape)
