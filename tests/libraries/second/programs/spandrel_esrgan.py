import torch
from spandrel.architectures.ESRGAN import ESRGAN

model = torch.compile(ESRGAN(num_filters=16, num_blocks=1, scale=2).eval())
with torch.no_grad():
    model(torch.rand(1, 3, 17, 16))
