import sevenn._keys as KEY
import torch
from sevenn.nn.edge_embedding import BesselBasis, EdgeEmbedding, PolynomialCutoff, SphericalEncoding, XPLORCutoff

embedding = EdgeEmbedding(BesselBasis(3.0, 6), PolynomialCutoff(3.0, 6), SphericalEncoding(2))
smooth = XPLORCutoff(3.0, 2.0)


@torch.compile
def edges(vectors):
    data = embedding({KEY.EDGE_VEC: vectors})
    return data[KEY.EDGE_EMBEDDING] * smooth(data[KEY.EDGE_LENGTH]).unsqueeze(-1), data[KEY.EDGE_ATTR]


vectors = torch.randn(10, 3, requires_grad=True)
radial, angular = edges(vectors)
(radial.sum() + angular.sum()).backward()
print(radial.shape, angular.shape)
