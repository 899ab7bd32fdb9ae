import torch
from transfusion_pytorch import Transfusion

torch.manual_seed(0)
model = Transfusion(num_text_tokens=16, dim_latent=8, modality_default_shape=(2,), transformer=dict(dim=16, depth=1, dim_head=8, heads=2))
compiled = torch.compile(model)
samples = [
    [torch.randint(0, 16, (6,)), torch.randn(4, 8), torch.randint(0, 16, (3,))],
    [torch.randint(0, 16, (5,)), torch.randn(2, 8)],
]
loss = compiled(samples)
loss.backward()
print(loss.item())
