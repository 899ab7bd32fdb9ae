import torch
from torch import nn
from torchensemble import FusionClassifier
from torchensemble.utils.logging import set_logger


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(16, 8), nn.ReLU(), nn.Linear(8, 3))

    def forward(self, x):
        return self.net(x)


ensemble = FusionClassifier(estimator=MLP, n_estimators=3, cuda=False)
ensemble.n_outputs = 3
ensemble.estimators_ = nn.ModuleList(MLP() for _ in range(3))
model = torch.compile(ensemble)
loss = nn.functional.nll_loss(model(torch.randn(4, 1, 4, 4)).log(), torch.tensor([0, 1, 2, 0]))
loss.backward()
