import torch
from snac import SNAC

model = SNAC(encoder_dim=8, encoder_rates=[2, 2], decoder_dim=32, decoder_rates=[2, 2], latent_dim=32, attn_window_size=None, codebook_size=16, codebook_dim=4, vq_strides=[2, 1]).eval()
compiled = torch.compile(model)
with torch.no_grad():
    audio, codes = compiled(torch.randn(1, 1, 64))
    torch.compile(model.decode)(codes)
