import cvxpy as cp
import torch
from cvxpylayers.torch import CvxpyLayer

x, A, b = cp.Variable(2), cp.Parameter((3, 2)), cp.Parameter(3)
layer = CvxpyLayer(cp.Problem(cp.Minimize(0.5 * cp.pnorm(A @ x - b, p=1)), [x >= 0]), parameters=[A, b], variables=[x])
compiled = torch.compile(lambda A, b: layer(A, b)[0])
compiled(torch.randn(3, 2, requires_grad=True), torch.randn(3)).sum().backward()
