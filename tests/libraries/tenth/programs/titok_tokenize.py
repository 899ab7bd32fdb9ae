import torch
from titok_pytorch import TiTokTokenizer

model = TiTokTokenizer(dim=32, image_size=32, patch_size=8, num_latent_tokens=4, codebook_size=16, enc_depth=1, enc_heads=2, enc_dim_head=16, dec_depth=1, dec_heads=2, dec_dim_head=16)
compiled = torch.compile(model)
images = torch.randn(2, 3, 32, 32)
loss = compiled(images)
loss.backward()
tokenize = torch.compile(model.tokenize)
codes = tokenize(images)
print(loss.item(), codes.shape)
