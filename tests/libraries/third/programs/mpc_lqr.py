import torch
from mpc import mpc
from mpc.mpc import GradMethods, LinDx, QuadCost

n_batch, n_state, n_ctrl, T = 2, 3, 2, 4
n_sc = n_state + n_ctrl
C = torch.eye(n_sc).repeat(T, n_batch, 1, 1)
c = torch.randn(T, n_batch, n_sc)
F = (torch.eye(n_state, n_sc) + 0.1 * torch.randn(n_state, n_sc)).repeat(T, n_batch, 1, 1).requires_grad_()
controller = mpc.MPC(n_state=n_state, n_ctrl=n_ctrl, T=T, u_lower=-1.0 * torch.ones(T, n_batch, n_ctrl),
                     u_upper=torch.ones(T, n_batch, n_ctrl), lqr_iter=5, verbose=-1, backprop=False, exit_unconverged=False)
solve = torch.compile(controller)
x_lqr, u_lqr, objs = solve(torch.randn(n_batch, n_state), QuadCost(C, c), LinDx(F))
