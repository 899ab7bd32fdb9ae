import os

os.environ["GEOMSTATS_BACKEND"] = "pytorch"
import torch
from geomstats.geometry.special_orthogonal import SpecialOrthogonal
from geomstats.geometry.spd_matrices import SPDMatrices

spd, so3 = SPDMatrices(3), SpecialOrthogonal(n=3, point_type="vector")


@torch.compile
def distances(a, b):
    return spd.metric.squared_dist(a, b), spd.metric.log(b, base_point=a)


@torch.compile
def compose(rotvec_a, rotvec_b):
    return so3.compose(rotvec_a, rotvec_b)


x = torch.randn(2, 3, 3, dtype=torch.float64)
a = x @ x.mT + torch.eye(3, dtype=torch.float64)
print(distances(a, a + 0.5 * torch.eye(3, dtype=torch.float64))[0], compose(torch.randn(2, 3, dtype=torch.float64), torch.randn(2, 3, dtype=torch.float64)))
