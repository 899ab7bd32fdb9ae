import torch
from nd_vq_vae import NDimVQVAE

model = NDimVQVAE(embedding_dim=16, n_codes=32, n_dims=2, downsample=[2, 2], n_hiddens=16, n_res_layers=1, codebook_beta=0.1, input_shape=[16, 16])
x = torch.randn(2, 3, 16, 16)
compiled = torch.compile(model)
out = compiled(x)
print(type(out), [getattr(o, "shape", None) for o in out] if isinstance(out, tuple) else out.shape)
