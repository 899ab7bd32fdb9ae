import torch
from neuromancer.modules import blocks
from neuromancer.system import Node, System

policy = Node(blocks.MLP(2, 1, nonlin=torch.nn.ReLU, hsizes=[8]), ["x"], ["u"], name="policy")
dynamics = Node(lambda x, u: x + 0.1 * torch.cat([x[:, 1:], u], dim=1), ["x", "u"], ["x"], name="dynamics")
system = System([policy, dynamics], nsteps=4)
compiled = torch.compile(system)
out = compiled({"x": torch.randn(5, 1, 2)})
out["x"].pow(2).mean().backward()
