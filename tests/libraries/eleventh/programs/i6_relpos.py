import torch
from i6_models.parts.conformer import ConformerMHSARelPosV1, ConformerMHSARelPosV1Config

config = ConformerMHSARelPosV1Config(input_dim=16, num_att_heads=2, with_bias=True, att_weights_dropout=0.0, learnable_pos_emb=False, rel_pos_clip=None,
                                     with_linear_pos=True, with_pos_bias=True, separate_pos_emb_per_head=False, pos_emb_dropout=0.0, dropout=0.1, dropout_broadcast_axes=None)
attention = torch.compile(ConformerMHSARelPosV1(config))
mask = torch.arange(10)[None, :] < torch.tensor([10, 7])[:, None]
print(attention(torch.randn(2, 10, 16), mask).shape)
