import auraloss
import torch

loss = torch.compile(auraloss.time.SISDRLoss())
dc = torch.compile(auraloss.time.DCLoss())
estimate = torch.randn(2, 1, 400, requires_grad=True)
reference = torch.randn(2, 1, 400)
(loss(estimate, reference) + dc(estimate, reference)).backward()
