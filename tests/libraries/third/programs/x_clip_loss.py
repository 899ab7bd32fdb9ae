import torch
from x_clip import CLIP

clip = CLIP(dim_text=16, dim_image=16, dim_latent=16, num_text_tokens=50, text_enc_depth=1, text_seq_len=16, text_heads=2,
            visual_enc_depth=1, visual_image_size=32, visual_patch_size=16, visual_heads=2, use_all_token_embeds=True,
            decoupled_contrastive_learning=True, extra_latent_projection=True)
model = torch.compile(clip)
loss = model(torch.randint(0, 50, (2, 16)), torch.randn(2, 3, 32, 32), freeze_image_encoder=False, return_loss=True)
loss.backward()
