import torch
from torch_pointcloud.models.point_mae import TransformerDecoder, TransformerEncoder

encoder = TransformerEncoder(embed_dim=32, depth=2, num_heads=4, drop_path=0.1)
decoder = TransformerDecoder(embed_dim=32, depth=1, num_heads=4)


@torch.compile
def reconstruct(tokens, pos):
    return decoder(encoder(tokens, pos), pos, 4)


out = reconstruct(torch.randn(2, 10, 32), torch.randn(2, 10, 32))
print(out.shape)
