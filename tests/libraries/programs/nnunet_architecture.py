import torch
from dynamic_network_architectures.architectures.unet import PlainConvUNet
from torch import nn

model = PlainConvUNet(
    input_channels=1, n_stages=3, features_per_stage=(8, 16, 32), conv_op=nn.Conv2d, kernel_sizes=3, strides=(1, 2, 2),
    n_conv_per_stage=1, num_classes=2, n_conv_per_stage_decoder=1, conv_bias=True, norm_op=nn.InstanceNorm2d,
    norm_op_kwargs={"eps": 1e-5, "affine": True}, nonlin=nn.LeakyReLU, deep_supervision=True,
)
compiled = torch.compile(model)
outputs = compiled(torch.randn(1, 1, 32, 32))
sum(out.mean() for out in outputs).backward()
