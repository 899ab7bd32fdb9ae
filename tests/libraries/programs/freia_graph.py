import torch
from FrEIA.framework import GraphINN, InputNode, Node, OutputNode
from FrEIA.modules import GLOWCouplingBlock, HaarDownsampling, PermuteRandom
from torch import nn


def conv_subnet(c_in, c_out):
    return nn.Sequential(nn.Conv2d(c_in, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, c_out, 3, padding=1))


nodes = [InputNode(1, 8, 8, name="input")]
nodes.append(Node(nodes[-1], HaarDownsampling, {}, name="down"))
nodes.append(Node(nodes[-1], GLOWCouplingBlock, {"subnet_constructor": conv_subnet, "clamp": 1.2}, name="coupling"))
nodes.append(Node(nodes[-1], PermuteRandom, {"seed": 0}, name="permute"))
nodes.append(OutputNode(nodes[-1], name="output"))
model = torch.compile(GraphINN(nodes))
z, log_det = model(torch.randn(2, 1, 8, 8))
(z.pow(2).mean() - log_det.mean()).backward()
