import torch
from trak.projectors import BasicProjector, ProjectionType

projector = BasicProjector(grad_dim=40, proj_dim=8, seed=0, proj_type=ProjectionType.rademacher, device="cpu", block_size=4)
project = torch.compile(projector.project)
print(project(torch.randn(5, 40), model_id=0).shape)
