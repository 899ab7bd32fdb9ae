import math
import numpy as np
import torch
from nangs import MLP, PDE, Dirichlet, Mesh


class Advection(PDE):
    def computePDELoss(self, inputs, outputs):
        grads = self.computeGrads(outputs, inputs)
        return {"pde": grads[:, 1] + grads[:, 0]}


x, t = np.linspace(0, 1, 6), np.linspace(0, 1, 5)
pde = Advection(inputs=("x", "t"), outputs="p")
pde.set_mesh(Mesh({"x": x, "t": t}))
pde.add_boco(Dirichlet({"x": x, "t": np.array([0.0])}, {"p": np.sin(2 * math.pi * x)}, name="initial"))
mlp = MLP(2, 1, 2, 16)
model = torch.compile(mlp)
pde.compile(model, torch.optim.Adam(mlp.parameters()))


@torch.compile
def residual(points):
    points.requires_grad_(True)
    return pde.computePDELoss(points, mlp(points))["pde"].pow(2).mean()


print(residual(torch.rand(8, 2)).item(), pde.eval(pde.mesh).shape)
