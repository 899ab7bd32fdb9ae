import foolbox as fb
import torch
from torch import nn

model = nn.Sequential(nn.Flatten(), nn.Linear(64, 3)).eval()
fmodel = fb.PyTorchModel(model, bounds=(0, 1), device="cpu")
attack = fb.attacks.LinfPGD(steps=3)


@torch.compile
def robust_accuracy(images, labels):
    raw, clipped, success = attack(fmodel, images, labels, epsilons=0.1)
    return 1 - success.float().mean()


robust_accuracy(torch.rand(4, 1, 8, 8), torch.randint(0, 3, (4,)))
