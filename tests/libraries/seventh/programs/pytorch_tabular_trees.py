import torch
from pytorch_tabular.models.common.layers.soft_trees import ODST, NeuralDecisionTree
from torch import nn

node = nn.Sequential(ODST(6, num_trees=8, depth=3, tree_output_dim=2, flatten_output=True), nn.Linear(16, 1))
compiled = torch.compile(node)
x = torch.randn(32, 6)
with torch.no_grad():
    node(x)  # data-aware initialization
optimizer = torch.optim.Adam(node.parameters(), lr=1e-2)
for _ in range(2):
    loss = nn.functional.mse_loss(compiled(x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss)
tree = torch.compile(NeuralDecisionTree(depth=2, n_features=6))
print(type(tree(x)).__name__)
