import cooper
import torch

multiplier = cooper.multipliers.DenseMultiplier(num_constraints=2)
penalty = cooper.penalty_coefficients.DensePenaltyCoefficient(init=torch.tensor(1.0))
constraint = cooper.Constraint(
    constraint_type=cooper.ConstraintType.EQUALITY,
    formulation_type=cooper.formulations.AugmentedLagrangian,
    multiplier=multiplier,
    penalty_coefficient=penalty,
)


@torch.compile
def lagrangian(x):
    loss = (x ** 2).sum()
    violation = torch.stack([x.sum() - 1, x[0] - x[1]])
    state = cooper.CMPState(loss=loss, observed_constraints={constraint: cooper.ConstraintState(violation=violation)})
    return state.compute_primal_lagrangian().lagrangian


x = torch.randn(4, requires_grad=True)
lagrangian(x).backward()
