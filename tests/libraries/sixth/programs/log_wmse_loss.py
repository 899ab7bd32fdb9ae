import torch
from torch_log_wmse import LogWMSELoss

criterion = torch.compile(LogWMSELoss(sample_rate=44100))
mixture, target = torch.randn(2, 2, 4410), torch.randn(2, 2, 3, 4410)
estimate = torch.randn(2, 2, 3, 4410, requires_grad=True)
criterion(mixture, estimate, target).backward()
