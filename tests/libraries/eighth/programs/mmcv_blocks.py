import torch
from mmcv.cnn import ConvModule, ContextBlock, DepthwiseSeparableConvModule, NonLocal2d, Scale, build_norm_layer
from mmcv.cnn.bricks.transformer import FFN, MultiheadAttention
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = ConvModule(3, 16, 3, padding=1, norm_cfg=dict(type="BN"), act_cfg=dict(type="HSwish"))
        self.depthwise = DepthwiseSeparableConvModule(16, 16, 3, padding=1, norm_cfg=dict(type="BN"))
        self.nonlocal_block, self.context = NonLocal2d(16, reduction=2, mode="embedded_gaussian"), ContextBlock(16, 0.25)
        self.attention, self.ffn = MultiheadAttention(16, 2, batch_first=True), FFN(16, 32, num_fcs=2)
        self.norm, self.scale = build_norm_layer(dict(type="LN"), 16)[1], Scale(0.5)

    def forward(self, x):
        x = self.context(self.nonlocal_block(self.depthwise(self.stem(x))))
        tokens = x.flatten(2).transpose(1, 2)
        return self.scale(self.norm(self.ffn(self.attention(tokens, query_pos=tokens))))


model = torch.compile(Head())
out = model(torch.randn(2, 3, 8, 8))
out.sum().backward()
print(out.shape)
