import torch
import theseus as th

x = th.Variable(torch.rand(1, 10), name="x")
y = th.Variable(torch.rand(1, 10), name="y")
a, b = th.Vector(1, name="a"), th.Vector(1, name="b")


def error(optim_vars, aux_vars):
    a, b = optim_vars
    x, y = aux_vars
    return y.tensor - (a.tensor * x.tensor ** 2 + b.tensor)


objective = th.Objective()
objective.add(th.AutoDiffCostFunction([a, b], error, 10, aux_vars=[x, y], cost_weight=th.ScaleCostWeight(1.0)))
layer = th.TheseusLayer(th.GaussNewton(objective, max_iterations=3, step_size=0.5))
solve = torch.compile(layer.forward)
values, info = solve({"x": torch.rand(1, 10), "y": torch.rand(1, 10), "a": torch.ones(1, 1), "b": torch.zeros(1, 1)})
print(values["a"], info.best_solution is not None)
