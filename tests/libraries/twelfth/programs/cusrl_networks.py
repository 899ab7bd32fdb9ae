import torch
import cusrl

mlp = cusrl.Mlp(input_dim=6, hidden_dims=[32, 32], output_dim=2, activation_fn="ELU")
simba = cusrl.Simba(6, hidden_dim=16, num_blocks=2, output_dim=3)
policy = torch.compile(mlp)
value = torch.compile(simba)
obs = torch.randn(5, 6)
print(policy(obs).shape, value(obs).shape)
