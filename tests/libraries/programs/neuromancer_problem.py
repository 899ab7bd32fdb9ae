import torch
from neuromancer.constraint import variable
from neuromancer.loss import PenaltyLoss
from neuromancer.modules import blocks
from neuromancer.problem import Problem
from neuromancer.system import Node

solver = Node(blocks.MLP(2, 2, nonlin=torch.nn.ReLU, hsizes=[8]), ["p"], ["z"], name="solver")
x, y, p = variable("z")[:, [0]], variable("z")[:, [1]], variable("p")
objective = ((1 - x) ** 2 + (y - x**2) ** 2).minimize(weight=1.0, name="obj")
constraints = [10.0 * (x >= y), 10.0 * (p[:, [0]] >= x**2 + y**2)]
problem = Problem([solver], PenaltyLoss([objective], constraints))
compiled = torch.compile(problem)
compiled({"p": torch.rand(6, 2), "name": "train"})["train_loss"].backward()
