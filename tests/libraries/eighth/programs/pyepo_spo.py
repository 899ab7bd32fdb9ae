import torch
from pyepo.func import SPOPlus
from pyepo.model.opt import optModel
from pyepo import EPO
from torch import nn


class TopK(optModel):
    """Choose the two cheapest items."""

    def __init__(self, items):
        self.items = items
        super().__init__()
        self.modelSense = EPO.MINIMIZE

    def _getModel(self):
        return None, list(range(self.items))

    @property
    def num_cost(self):
        return self.items

    def setObj(self, c):
        self.c = torch.as_tensor(c)

    def solve(self):
        chosen = torch.argsort(self.c)[:2]
        solution = torch.zeros(self.items)
        solution[chosen] = 1
        return solution.numpy(), float((solution * self.c).sum())


problem = TopK(5)
predictor = nn.Linear(3, 5)
spo = SPOPlus(problem, processes=1)
costs = torch.rand(4, 5)
solutions = torch.zeros(4, 5).scatter(1, costs.argsort(dim=1)[:, :2], 1.0)
objectives = (costs * solutions).sum(dim=1, keepdim=True)


@torch.compile
def decision_loss(x):
    return spo(predictor(x), costs, solutions, objectives)


loss = decision_loss(torch.randn(4, 3))
loss.backward()
print(loss.item())
