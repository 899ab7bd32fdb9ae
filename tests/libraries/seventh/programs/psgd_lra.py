import torch
import psgd_torch as psgd

# Rosenbrock function, with exact Hessian-vector products
xs = [torch.tensor(-1.0, requires_grad=True), torch.tensor(1.0, requires_grad=True)]


@torch.compile
def rosenbrock():
    x1, x2 = xs
    return 100.0 * (x2 - x1**2) ** 2 + (1.0 - x1) ** 2


opt = psgd.LRA(xs, rank_of_approximation=1, lr_params=0.5, lr_preconditioner=0.5, exact_hessian_vector_product=False)
values = [opt.step(rosenbrock).item() for _ in range(5)]
print(values)
