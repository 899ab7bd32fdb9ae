import torch
from deepdow.layers import AttentionCollapse, CovarianceMatrix, RNN, SoftmaxAllocator
from deepdow.losses import MaximumDrawdown, MeanReturns, SharpeRatio
from deepdow.benchmarks import Benchmark


class Net(torch.nn.Module, Benchmark):
    def __init__(self, n_assets):
        super().__init__()
        self.norm = torch.nn.InstanceNorm2d(1, affine=True)
        self.transform = RNN(1, hidden_size=8, bidirectional=True)
        self.collapse = AttentionCollapse(n_channels=8)
        self.collapse_channels = torch.nn.Linear(8, 1)
        self.portfolio = SoftmaxAllocator(temperature=None)
        self.temperature = torch.nn.Parameter(torch.ones(1))

    def forward(self, x):
        features = self.collapse(self.transform(self.norm(x)))
        scores = self.collapse_channels(features.transpose(1, 2)).squeeze(-1)
        return self.portfolio(scores, self.temperature.expand(len(x)))


net = Net(5)
loss = MaximumDrawdown() + 2 * MeanReturns() + SharpeRatio()


@torch.compile
def objective(x, y):
    return loss(net(x), y).mean()


objective(torch.randn(4, 1, 10, 5) * 0.01, torch.randn(4, 1, 6, 5) * 0.01).backward()
