import cooper
import torch
from torch import nn


class NormConstrained(cooper.ConstrainedMinimizationProblem):
    def __init__(self):
        super().__init__()
        multiplier = cooper.multipliers.DenseMultiplier(num_constraints=1)
        self.constraint = cooper.Constraint(
            multiplier=multiplier, constraint_type=cooper.ConstraintType.INEQUALITY, formulation_type=cooper.formulations.Lagrangian
        )

    def compute_cmp_state(self, model, inputs, targets):
        loss = nn.functional.cross_entropy(model(inputs), targets)
        norm = sum(p.pow(2).sum() for p in model.parameters())
        state = cooper.ConstraintState(violation=(norm - 1.0).reshape(1))
        return cooper.CMPState(loss=loss, observed_constraints={self.constraint: state}, misc={"norm": norm})


model = nn.Linear(6, 3)
problem = NormConstrained()
primal = torch.optim.Adam(model.parameters(), lr=1e-2)
dual = torch.optim.SGD(problem.dual_parameters(), lr=1e-2, maximize=True)
optimizer = cooper.optim.SimultaneousOptimizer(cmp=problem, primal_optimizers=primal, dual_optimizers=dual)


@torch.compile
def step(x, y):
    out = optimizer.roll(compute_cmp_state_kwargs={"model": model, "inputs": x, "targets": y})
    return out.loss


for _ in range(2):
    step(torch.randn(8, 6), torch.randint(0, 3, (8,)))
