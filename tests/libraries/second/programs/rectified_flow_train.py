import torch
from rectified_flow_pytorch import RectifiedFlow, Unet

model = Unet(dim=16, dim_mults=(1, 2), attn_heads=2, attn_dim_head=8)
flow = RectifiedFlow(model)
compiled = torch.compile(flow)
compiled(torch.rand(2, 3, 16, 16)).backward()
