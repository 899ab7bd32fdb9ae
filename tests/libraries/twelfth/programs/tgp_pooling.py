import torch
from torch import nn
from torch_geometric.nn import GCNConv
from tgp.poolers import get_pooler


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = GCNConv(8, 16)
        self.pool = get_pooler("topk", in_channels=16, ratio=0.5)
        self.conv2 = GCNConv(16, 4)

    def forward(self, x, edge_index):
        x = self.conv1(x, edge_index)
        out = self.pool(x, edge_index, batch=None)
        return self.conv2(out.x, out.edge_index).mean(0)


net = torch.compile(Net())
edge_index = torch.tensor([[0, 1, 2, 3, 4, 0], [1, 0, 3, 2, 0, 4]])
print(net(torch.randn(5, 8), edge_index))
