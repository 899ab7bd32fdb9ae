import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torchtnt.framework.auto_unit import AutoUnit
from torchtnt.framework.state import State
from torchtnt.framework.train import train


class Classifier(AutoUnit):
    def __init__(self, module):
        super().__init__(module=module, device=torch.device("cpu"), clip_grad_norm=1.0)
        self.losses = []

    def configure_optimizers_and_lr_scheduler(self, module):
        return torch.optim.SGD(module.parameters(), lr=0.1), None

    def compute_loss(self, state: State, data):
        inputs, targets = data
        outputs = self.module(inputs)
        return nn.functional.cross_entropy(outputs, targets), outputs

    def on_train_step_end(self, state, data, step, results):
        self.losses.append(results.loss.item())


module = torch.compile(nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3)))
unit = Classifier(module)
loader = DataLoader(TensorDataset(torch.randn(24, 4), torch.randint(0, 3, (24,))), batch_size=8)
train(unit, loader, max_epochs=1)
print(unit.losses)
