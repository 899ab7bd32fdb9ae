import torch
from nflows import distributions, flows, transforms
from nflows.nn.nets import ResidualNet

transform = transforms.CompositeTransform([
    transforms.PiecewiseRationalQuadraticCouplingTransform(
        mask=[1, 0, 1, 0],
        transform_net_create_fn=lambda inputs, outputs: ResidualNet(inputs, outputs, hidden_features=8),
        tails="linear",
    ),
    transforms.LULinear(4),
])
flow = flows.Flow(transform, distributions.StandardNormal([4])).eval()
sample = torch.compile(flow.sample)
with torch.no_grad():
    sample(6)
