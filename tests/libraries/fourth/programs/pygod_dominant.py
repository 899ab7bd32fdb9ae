import torch
from pygod.nn import DOMINANTBase
from torch_geometric.utils import to_dense_adj

net = DOMINANTBase(in_dim=6, hid_dim=8, num_layers=4)
edge_index = torch.randint(0, 10, (2, 30))
s = to_dense_adj(edge_index, max_num_nodes=10)[0]


@torch.compile
def loss(x):
    x_, s_ = net(x, edge_index)
    return net.loss_func(x, x_, s, s_, 0.5).mean()


loss(torch.randn(10, 6)).backward()
