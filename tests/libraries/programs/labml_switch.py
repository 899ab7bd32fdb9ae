import torch
from labml_nn.transformers.feed_forward import FeedForward
from labml_nn.transformers.switch import SwitchFeedForward

moe = SwitchFeedForward(
    capacity_factor=1.2, drop_tokens=True, is_scale_prob=True, n_experts=4, expert=FeedForward(16, 32, 0.1), d_model=16
)
compiled = torch.compile(moe)
out, *_ = compiled(torch.randn(8, 2, 16))
out.sum().backward()
