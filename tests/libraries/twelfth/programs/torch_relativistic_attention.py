import torch
from torch_relativistic import RelativisticSelfAttention
from torch_relativistic.transforms import LorentzBoost

attention = torch.compile(RelativisticSelfAttention(hidden_dim=16, num_heads=2))
print(attention(torch.randn(2, 6, 16)).shape)
boost = torch.compile(LorentzBoost(feature_dim=8, time_dim=0, max_velocity=0.9))
print(boost(torch.randn(10, 8)).shape)
