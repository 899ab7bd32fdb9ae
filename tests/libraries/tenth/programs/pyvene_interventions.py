import torch
from pyvene import BoundlessRotatedSpaceIntervention, LowRankRotatedSpaceIntervention

low = LowRankRotatedSpaceIntervention(embed_dim=16, low_rank_dimension=4)
boundless = BoundlessRotatedSpaceIntervention(embed_dim=16)
low_compiled, boundless_compiled = torch.compile(low), torch.compile(boundless)
base, source = torch.randn(3, 1, 16), torch.randn(3, 1, 16)
print(low_compiled(base, source).shape, boundless_compiled(base, source).shape)
