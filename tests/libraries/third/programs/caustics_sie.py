import torch
from caustics import SIE, FlatLambdaCDM, Sersic
from caustics.utils import meshgrid

cosmology = FlatLambdaCDM(name="cosmo")
lens = SIE(cosmology=cosmology, name="lens", z_l=0.5, z_s=1.0, x0=0.0, y0=0.0, q=0.8, phi=0.3, Rein=1.0)
source = Sersic(name="source", x0=0.1, y0=0.0, q=0.7, phi=0.2, n=1.0, Re=0.3, Ie=1.0)
thx, thy = meshgrid(0.1, 16)


@torch.compile
def image():
    bx, by = lens.raytrace(thx, thy)
    return source.brightness(bx, by)


print(image().sum())
