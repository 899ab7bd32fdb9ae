import lpips
import torch

loss = lpips.LPIPS(net="squeeze", pretrained=False, pnet_rand=True, verbose=False)
compiled = torch.compile(loss)
image = torch.rand(2, 3, 64, 64, requires_grad=True)
compiled(image, torch.rand(2, 3, 64, 64), normalize=True).mean().backward()
