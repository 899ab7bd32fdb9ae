import torch
from torch_ga import GeometricAlgebra

sta = GeometricAlgebra([1, -1, -1, -1])


@torch.compile
def rotate(rotor, vector):
    return sta.geom_prod(sta.geom_prod(rotor, vector), sta.reversion(rotor))


vector = sta.from_tensor_with_kind(torch.randn(4, 4), kind="vector")
rotor = sta.exp(0.3 * sta.e12) if hasattr(sta, "e12") else sta.from_scalar(1.0)
print(rotate(rotor, vector).shape)
inner = torch.compile(sta.inner_prod)
print(inner(vector, vector)[..., 0])
