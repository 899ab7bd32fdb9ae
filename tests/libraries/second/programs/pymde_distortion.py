import pymde
import torch

edges = torch.tensor([[0, 1], [0, 2], [1, 3], [2, 3]])
distortion = pymde.penalties.PushAndPull(torch.tensor([1.0, 1.0, 1.0, -1.0]), attractive_penalty=pymde.penalties.Log1p, repulsive_penalty=pymde.penalties.Log)
mde = pymde.MDE(n_items=4, embedding_dim=2, edges=edges, distortion_function=distortion, constraint=pymde.Standardized())
average = torch.compile(mde.average_distortion)
x = torch.randn(4, 2, requires_grad=True)
average(x).backward()
