import torch
from autoray import do, numpy as anp


def orthogonalise(x):
    q, r = do("linalg.qr", x)
    signs = do("sign", do("diag", r))
    return q * do("reshape", signs, (1, -1))


@torch.compile
def canonicalise(tensors):
    out = []
    for x in tensors:
        q = orthogonalise(do("reshape", x, (-1, do("shape", x)[-1])))
        out.append(do("reshape", q, do("shape", x)))
    return do("einsum", "abc,abd->cd", out[0], anp.conj(out[1]))


print(canonicalise([torch.randn(2, 3, 4), torch.randn(2, 3, 4)]).shape)
