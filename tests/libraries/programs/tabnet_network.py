import torch
from pytorch_tabnet.tab_network import TabNet

model = TabNet(
    input_dim=8, output_dim=2, n_d=8, n_a=8, n_steps=3, cat_idxs=[0], cat_dims=[5], cat_emb_dim=[2], group_attention_matrix=torch.eye(8)
)
compiled = torch.compile(model)
x = torch.rand(16, 8)
x[:, 0] = torch.randint(0, 5, (16,))
output, m_loss = compiled(x)
loss = torch.nn.functional.cross_entropy(output, torch.randint(0, 2, (16,))) - 1e-3 * m_loss
loss.backward()
