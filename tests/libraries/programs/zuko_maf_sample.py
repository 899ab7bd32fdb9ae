import torch
import zuko

flow = zuko.flows.MAF(features=3, context=4, transforms=2, hidden_features=(16, 16))


@torch.compile
def posterior_samples(context):
    return flow(context).rsample((4,))


posterior_samples(torch.randn(2, 4)).mean().backward()
