import torch
from torch import nn
from i6_models.assemblies.conformer import ConformerBlockV1, ConformerBlockV1Config
from i6_models.parts.conformer import ConformerConvolutionV1Config, ConformerMHSAV1Config, ConformerPositionwiseFeedForwardV1Config

config = ConformerBlockV1Config(
    ff_cfg=ConformerPositionwiseFeedForwardV1Config(input_dim=16, hidden_dim=32, dropout=0.1, activation=nn.functional.silu),
    mhsa_cfg=ConformerMHSAV1Config(input_dim=16, num_att_heads=2, att_weights_dropout=0.1, dropout=0.1),
    conv_cfg=ConformerConvolutionV1Config(channels=16, kernel_size=7, dropout=0.1, activation=nn.functional.silu, norm=nn.BatchNorm1d(16)))
block = torch.compile(ConformerBlockV1(config))
mask = torch.arange(12)[None, :] < torch.tensor([12, 9])[:, None]
print(block(torch.randn(2, 12, 16), mask).shape)
