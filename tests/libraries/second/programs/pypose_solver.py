import pypose as pp
import torch

kernel, solver = pp.optim.kernel.Huber(delta=0.5), pp.optim.solver.Cholesky()


@torch.compile
def normal_step(J, r):
    weight = kernel(r.square())
    return solver(J.T @ J + 1e-3 * torch.eye(3), -J.T @ r), weight.sum()


normal_step(torch.randn(6, 3), torch.randn(6, 1))
