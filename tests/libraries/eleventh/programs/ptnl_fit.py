import torch
from pytorch_nonlinear import NonlinearLeastSquaresProblem, SolverConfig, solve

t = torch.linspace(0, 1, 12, dtype=torch.float64)
observed = 2.0 * torch.exp(-1.5 * t)


def residual(x, params):
    return x[0] * torch.exp(-x[1] * params["t"]) - params["y"]


problem = NonlinearLeastSquaresProblem(residual=residual)


@torch.compile
def fit(x0):
    return solve(problem, x0=x0, params={"t": t, "y": observed}, config=SolverConfig(method="levenberg_marquardt"))


result = fit(torch.tensor([1.0, 1.0], dtype=torch.float64))
print(result.x if hasattr(result, "x") else [n for n in dir(result) if not n.startswith("_")])
