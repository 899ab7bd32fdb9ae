import torch
from nngeometry.metrics import FIM
from nngeometry.object import PMatDiag, PVector
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

model = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
loader = DataLoader(TensorDataset(torch.randn(8, 4), torch.randint(0, 3, (8,))), batch_size=4)
fisher = FIM(model=model, loader=loader, representation=PMatDiag, variant="classif_logits", device="cpu")


@torch.compile
def penalty():
    v = PVector.from_model(model)
    return fisher.vTMv(v)


print(penalty())
