import torch
from secmlt.adv.evasion.perturbation_models import LpPerturbationModels
from secmlt.adv.evasion.pgd import PGDNative
from secmlt.models.pytorch.base_pytorch_nn import BasePyTorchClassifier
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3)).eval()
model = BasePyTorchClassifier(net)
attack = PGDNative(perturbation_model=LpPerturbationModels.LINF, epsilon=0.1, num_steps=3, step_size=0.03, random_start=True, lb=0.0, ub=1.0)
run = torch.compile(attack._run)
adversarial, delta = run(model, torch.rand(5, 8), torch.randint(0, 3, (5,)))
print(adversarial.shape)
