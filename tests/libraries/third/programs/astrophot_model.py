import astrophot as ap
import torch

target = ap.TargetImage(data=torch.rand(16, 16), pixelscale=1.0, zeropoint=22.5)
model = ap.Model(model_type="sersic galaxy model", target=target, name="galaxy", center=[8.0, 8.0], q=0.7, PA=0.5, n=1.5, Re=3.0, Ie=1.0)
sample = torch.compile(lambda: model().data)
print(sample().shape)
