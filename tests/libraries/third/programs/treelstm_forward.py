import torch
from treelstm import TreeLSTM, calculate_evaluation_orders

adjacency = torch.tensor([[0, 1], [0, 2], [1, 3], [1, 4]])
node_order, edge_order = calculate_evaluation_orders(adjacency.numpy(), 5)
model = TreeLSTM(4, 6)
tree = torch.compile(model)
h, c = tree(torch.randn(5, 4), torch.from_numpy(node_order), adjacency, torch.from_numpy(edge_order))
h.sum().backward()
