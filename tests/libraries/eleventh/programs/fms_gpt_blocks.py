import torch
from torch import nn
from fms.modules.attention import MultiHeadAttention
from fms.modules.feedforward import GatedLinearUnit
from fms.modules.layernorm import LayerNormParameterized
from fms.modules.positions import RotaryEmbedding


class Block(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.norm = LayerNormParameterized(dim, use_mean=False, elementwise_shift=False)
        self.attention = MultiHeadAttention(dim, 8, 8, 4, 2, position_encoder=RotaryEmbedding(8, max_seq_len=64))
        self.mlp = GatedLinearUnit(dim, hidden_grow_factor=2, activation_fn=nn.SiLU())

    def forward(self, x):
        x = x + self.attention(self.norm(x), is_causal_mask=True)
        return x + self.mlp(x)


block = torch.compile(Block())
print(block(torch.randn(2, 10, 32)).shape)
