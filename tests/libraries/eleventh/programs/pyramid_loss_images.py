import torch
from pyramid_loss import PyramidLoss, create_gaussian_pyramid, gaussian_kernel

loss = torch.compile(PyramidLoss(pyramid="laplacian", loss="l1", levels=3, channels=2, kernel_size=5, sigma=1.0))
x, y = torch.rand(1, 2, 32, 32, requires_grad=True), torch.rand(1, 2, 32, 32)
value = loss(x, y)
value.backward()
kernel = gaussian_kernel(size=5, channels=2, sigma=2)
pyramid = torch.compile(create_gaussian_pyramid)(y, kernel, levels=3)
print(value.item(), [p.shape for p in pyramid])
