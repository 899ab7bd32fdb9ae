import torch
from nodegam.arch import GAMBlock
from nodegam.nn_utils import EM15Temp, entmax15

torch.manual_seed(0)
choice = EM15Temp(max_temp=1.0, min_temp=0.01, steps=10)
model = GAMBlock(in_features=5, num_trees=8, num_layers=2, depth=2, addi_tree_dim=0, choice_function=choice, l2_lambda=0.01)
x = torch.randn(16, 5)
with torch.no_grad():
    model(x)
compiled = torch.compile(model)
out, penalty = compiled(x, return_outputs_penalty=True)
loss = torch.nn.functional.binary_cross_entropy_with_logits(out.flatten(), (x[:, 0] > 0).float()) + penalty
loss.backward()
print(loss.item())
