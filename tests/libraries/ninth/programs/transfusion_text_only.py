import torch
from transfusion_pytorch import Transfusion

torch.manual_seed(0)
model = Transfusion(num_text_tokens=16, dim_latent=8, transformer=dict(dim=16, depth=2, dim_head=8, heads=2))
forward_text = torch.compile(model.forward_text)
loss = forward_text(torch.randint(0, 16, (2, 12)))
loss.backward()
print(loss.item())
