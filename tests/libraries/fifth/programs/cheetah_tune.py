import torch
from cheetah import Cavity, Dipole, Drift, ParameterBeam, Quadrupole, Segment

k1 = torch.nn.Parameter(torch.tensor(3.0))
incoming = ParameterBeam.from_parameters(sigma_x=torch.tensor(2e-4), energy=torch.tensor(1e8))
cavity = Cavity(length=torch.tensor(1.0), voltage=torch.tensor(1e6), phase=torch.tensor(10.0), frequency=torch.tensor(1.3e9))


@torch.compile
def loss(strength):
    segment = Segment([Drift(torch.tensor(1.0)), Quadrupole(torch.tensor(0.2), k1=strength), cavity, Dipole(torch.tensor(0.4), angle=torch.tensor(0.1))])
    beam = segment.track(incoming)
    return beam.sigma_x.square() + beam.sigma_y.square()


optimizer = torch.optim.Adam([k1], lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss(k1).backward()
    optimizer.step()
