import torch
import cusrl

factory = cusrl.Actor.Factory(backbone_factory=cusrl.Mlp.Factory([16, 16], activation_fn="Tanh"), distribution_factory=cusrl.NormalDist.Factory())
actor = factory(6, 2)
compiled = torch.compile(actor)
out = compiled(torch.randn(4, 6))
print(type(out))
