import torch
from timesfm.configs import ResidualBlockConfig, TransformerConfig
from timesfm.torch.dense import ResidualBlock
from timesfm.torch.transformer import Transformer
from timesfm.torch.util import revin, update_running_stats
from torch import nn

torch.manual_seed(0)
embed = ResidualBlock(ResidualBlockConfig(input_dims=8, hidden_dims=32, output_dims=16, use_bias=True, activation="swish"))
block = Transformer(TransformerConfig(
    model_dims=16, hidden_dims=32, num_heads=2, attention_norm="rms", feedforward_norm="rms", qk_norm="rms", use_bias=False,
    use_rotary_position_embeddings=True, ff_activation="swish", fuse_qkv=True,
))


@torch.compile
def forecast(x, mask):
    n = mu = sigma = torch.zeros(x.shape[0])
    for i in range(x.shape[1]):
        (n, mu, sigma), _ = update_running_stats(n, mu, sigma, x[:, i], mask[:, i])
    normed = revin(x, mu, sigma, reverse=False)
    out, _ = block(embed(torch.cat([normed, mask.float()], dim=-1)), mask[..., -1])
    return out


print(forecast(torch.randn(2, 5, 4), torch.zeros(2, 5, 4, dtype=torch.bool)).shape)
