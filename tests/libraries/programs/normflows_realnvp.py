import normflows as nf
import torch

flows = []
for _ in range(2):
    flows.append(nf.flows.AffineCouplingBlock(nf.nets.MLP([1, 16, 16, 2], init_zeros=True)))
    flows.append(nf.flows.Permute(2, mode="swap"))
model = nf.NormalizingFlow(nf.distributions.base.DiagGaussian(2), flows)
loss = torch.compile(model.forward_kld)
loss(torch.randn(16, 2)).backward()
samples, log_prob = torch.compile(model.sample)(8)
