import torch
from matgl.layers._basis import FourierExpansion, RadialBesselFunction, SphericalBesselFunction
from matgl.layers import GatedMLP

torch.manual_seed(0)
radial, bessel, fourier = RadialBesselFunction(max_n=5, cutoff=5.0, learnable=True), SphericalBesselFunction(max_l=3, max_n=3, cutoff=5.0), FourierExpansion(max_f=4, learnable=True)
gate = GatedMLP(in_feats=5, dims=[16, 8])


@torch.compile
def edges(distances, angles):
    weights = gate(radial(distances))
    return weights, bessel(distances), fourier(angles)


weights, spherical, angular = edges(torch.rand(10) * 4 + 0.5, torch.rand(10) * 3)
weights.sum().backward()
print(weights.shape, spherical.shape, angular.shape)
