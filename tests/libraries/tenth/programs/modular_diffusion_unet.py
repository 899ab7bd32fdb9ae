import torch
import diffusion
from diffusion.data import Identity
from diffusion.loss import Simple
from diffusion.net import UNet
from diffusion.noise import Gaussian
from diffusion.schedule import Cosine

x = torch.rand(8, 3, 16, 16) * 2 - 1
model = diffusion.Model(data=Identity(x, batch=4, shuffle=True), schedule=Cosine(steps=5), noise=Gaussian(parameter="epsilon", variance="fixed"),
                        net=UNet(channels=(3, 16, 16), hidden=32, heads=4), loss=Simple(parameter="epsilon"), compile=False)
model.net = torch.compile(model.net)
print([round(l, 3) for l in model.train(epochs=1, progress=False)])
print(model.sample(batch=2, progress=False).shape)
