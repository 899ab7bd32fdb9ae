import torch
from pytorch_lightning import LightningModule, seed_everything
from pytorch_lightning.utilities import grad_norm
from torch import nn


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.layer = nn.Linear(8, 2)

    def step(self, x, y):
        loss = nn.functional.cross_entropy(self.layer(x), y)
        self.manual_backward(loss)
        return loss, grad_norm(self.layer, norm_type=2)


seed_everything(0)
model = Model()
x, y = torch.randn(4, 8), torch.randint(0, 2, (4,))
nn.functional.cross_entropy(model.layer(x), y).backward()
norms = torch.compile(lambda: grad_norm(model.layer, norm_type=2))
print(norms())
