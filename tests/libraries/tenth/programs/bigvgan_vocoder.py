import torch
from bigvgan import BigVGAN
from bigvgan.env import AttrDict

h = AttrDict(resblock="1", num_mels=20, upsample_rates=[4, 4], upsample_kernel_sizes=[8, 8], upsample_initial_channel=32,
             resblock_kernel_sizes=[3, 5], resblock_dilation_sizes=[[1, 3, 5], [1, 3, 5]], activation="snakebeta", snake_logscale=True,
             use_tanh_at_final=False, use_bias_at_final=False)
generator = BigVGAN(h, use_cuda_kernel=False)
compiled = torch.compile(generator)
wave = compiled(torch.randn(1, 20, 16))
wave.pow(2).mean().backward()
print(wave.shape)
