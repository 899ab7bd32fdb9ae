import torch
from betty.configs import Config, EngineConfig
from betty.engine import Engine
from betty.problems import ImplicitProblem
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.randn(16, 4), torch.randn(16, 1)), batch_size=8)


class Outer(ImplicitProblem):
    def forward(self):
        return self.module()

    def training_step(self, batch):
        x, y = batch
        return outer_loss(self.inner(x), y)


class Inner(ImplicitProblem):
    def forward(self, x):
        return self.module(x)

    def training_step(self, batch):
        x, y = batch
        return inner_loss(self.module, self.outer(), x, y)


class Weight(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_decay = nn.Parameter(torch.tensor(-3.0))

    def forward(self):
        return self.log_decay.exp()


@torch.compile
def inner_loss(module, decay, x, y):
    return nn.functional.mse_loss(module(x), y) + decay * sum(p.pow(2).sum() for p in module.parameters())


outer_loss = torch.compile(nn.functional.mse_loss)
weight, net = Weight(), nn.Linear(4, 1)
outer = Outer(name="outer", config=Config(type="darts", log_step=-1), module=weight, optimizer=torch.optim.Adam(weight.parameters(), lr=1e-2), train_data_loader=loader)
inner = Inner(name="inner", config=Config(type="darts", unroll_steps=1), module=net, optimizer=torch.optim.SGD(net.parameters(), lr=0.1), train_data_loader=loader)
engine = Engine(config=EngineConfig(train_iters=3), problems=[outer, inner], dependencies={"u2l": {outer: [inner]}, "l2u": {inner: [outer]}})
engine.run()
print(weight())
