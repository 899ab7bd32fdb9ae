import torch
import causalflows

flow = causalflows.flows.CausalMAF(3, 2, order=(0, 1, 2), hidden_features=[16])


@torch.compile
def intervene(c):
    return flow(c).sample_interventional(index=1, value=2.5, sample_shape=(4,))


print(intervene(torch.randn(2)).shape)
