import torch
from caustics import EPL, FlatLambdaCDM, LensSource, Sersic

cosmology = FlatLambdaCDM(name="cosmo2")
lens = EPL(cosmology=cosmology, name="epl", z_l=0.5, z_s=1.0)
source = Sersic(name="src")
sim = LensSource(lens=lens, source=source, pixelscale=0.1, pixels_x=12, upsample_factor=1)
simulate = torch.compile(sim)
params = torch.tensor([0.0, 0.0, 0.8, 0.3, 1.0, 1.0, 0.1, 0.0, 0.7, 0.2, 1.0, 0.3, 1.0], requires_grad=True)
simulate(params).sum().backward()
