import os

os.environ["GEOMSTATS_BACKEND"] = "pytorch"
import torch
from geomstats.geometry.hypersphere import Hypersphere
from geomstats.geometry.spd_matrices import SPDAffineMetric, SPDMatrices

sphere = Hypersphere(dim=2)


@torch.compile
def walk(points, vectors):
    tangent = sphere.to_tangent(vectors, base_point=points)
    end = sphere.metric.exp(tangent, base_point=points)
    return end, sphere.metric.log(end, base_point=points), sphere.metric.dist(points, end)


points = torch.nn.functional.normalize(torch.randn(4, 3), dim=-1)
end, back, distance = walk(points, 0.3 * torch.randn(4, 3))
print(end.norm(dim=-1), distance)
