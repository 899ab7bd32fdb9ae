import torch
from pytorch_adapt.layers import GradientReversal, MCCLoss, MMDLoss, RandomizedDotProduct
from pytorch_adapt.layers.utils import get_kernel_scales
from torch import nn

G, C = nn.Linear(8, 6), nn.Linear(6, 3)
D = nn.Sequential(GradientReversal(weight=0.1), nn.Linear(10, 1))
combine = RandomizedDotProduct(in_dims=[6, 3], out_dim=10)
mmd, mcc = MMDLoss(kernel_scales=get_kernel_scales(low=-2, high=2, num_kernels=3)), MCCLoss()


@torch.compile
def step(source, labels, target):
    features, target_features = G(source), G(target)
    logits = C(target_features)
    domain = D(combine(target_features, logits.softmax(-1)))
    return nn.functional.cross_entropy(C(features), labels) + mmd(features, target_features) + mcc(logits) + domain.mean()


step(torch.randn(6, 8), torch.randint(0, 3, (6,)), torch.randn(6, 8)).backward()
