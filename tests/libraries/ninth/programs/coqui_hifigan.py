import torch
from TTS.vocoder.models.hifigan_discriminator import HifiganDiscriminator
from TTS.vocoder.models.hifigan_generator import HifiganGenerator

torch.manual_seed(0)
generator = HifiganGenerator(8, 1, "1", [[1, 3, 5], [1, 3, 5]], [3, 5], [4, 4], 16, [2, 2], conv_post_bias=False)
generate = torch.compile(generator)
audio = generate(torch.randn(2, 8, 10))
audio.square().mean().backward()
print(audio.shape, torch.compile(generator.inference)(torch.randn(1, 8, 6)).shape)
