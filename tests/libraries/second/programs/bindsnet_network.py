import torch
from bindsnet.network import Network
from bindsnet.network.nodes import Input, LIFNodes
from bindsnet.network.topology import Connection

network = Network(dt=1.0)
source, target = Input(n=10), LIFNodes(n=5)
network.add_layer(source, "X")
network.add_layer(target, "Y")
network.add_connection(Connection(source, target, w=torch.rand(10, 5)), "X", "Y")
run = torch.compile(network.run)
run(inputs={"X": (torch.rand(5, 1, 10) > 0.5).byte()}, time=5)
