import torch
from g_mlp_pytorch import gMLP, gMLPVision

torch.manual_seed(0)
text = gMLP(num_tokens=30, dim=16, depth=3, seq_len=10, causal=True, attn_dim=8, prob_survival=0.9)
vision = gMLPVision(image_size=16, patch_size=4, num_classes=4, dim=16, depth=2)
compiled_text, compiled_vision = torch.compile(text), torch.compile(vision)
logits = compiled_text(torch.randint(0, 30, (2, 10)))
logits.logsumexp(-1).mean().backward()
print(logits.shape, compiled_vision(torch.randn(2, 3, 16, 16)).shape)
