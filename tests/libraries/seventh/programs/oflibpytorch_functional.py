import oflibpytorch as of
import torch

of.set_pure_pytorch()
flow = (torch.randn(1, 2, 24, 24) * 2).requires_grad_()
apply = torch.compile(of.apply_flow)
target = torch.rand(1, 1, 24, 24)
warped = apply(flow, target, "t")
loss = torch.nn.functional.l1_loss(warped, torch.rand(1, 1, 24, 24))
loss.backward()
print(flow.grad.abs().mean())
track = torch.compile(of.track_pts)
print(track(flow.detach(), "s", torch.tensor([[10.0, 10.0], [5.5, 3.25]])))
print(torch.compile(of.resize_flow)(flow.detach(), 0.5).shape)
