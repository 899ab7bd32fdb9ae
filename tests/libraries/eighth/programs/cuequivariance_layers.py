import cuequivariance as cue
import cuequivariance_torch as cuet
import torch

irreps = cue.Irreps("O3", "8x0e + 4x1o")
tensor_product = cuet.ChannelWiseTensorProduct(
    irreps, cue.Irreps("O3", "0e + 1o"), [cue.O3(0, 1), cue.O3(1, -1)], layout=cue.ir_mul, shared_weights=True, internal_weights=True, method="naive",
)
linear = cuet.Linear(tensor_product.irreps_out, irreps, layout=cue.ir_mul, method="naive")
harmonics = cuet.SphericalHarmonics([0, 1], method="naive")


@torch.compile
def interaction(node, vectors, senders, receivers):
    messages = linear(tensor_product(node[senders], harmonics(vectors)))
    return torch.zeros_like(node).index_add(0, receivers, messages)


node = torch.randn(5, irreps.dim, requires_grad=True)
out = interaction(node, torch.randn(9, 3), torch.randint(0, 5, (9,)), torch.randint(0, 5, (9,)))
out.sum().backward()
print(out.shape)
