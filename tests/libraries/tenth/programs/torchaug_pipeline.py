import torch
from torchaug import transforms as ta

transform = ta.SequentialTransform([ta.RandomColorJitter(brightness=0.2, contrast=0.2, p=0.8, num_chunks=1, batch_transform=True), ta.RandomHorizontalFlip(p=0.5, batch_transform=True),
                                    ta.RandomGaussianBlur(kernel_size=(3, 3), sigma=(0.1, 1.0), batch_transform=True)])
compiled = torch.compile(transform)
for _ in range(2):
    print(compiled(torch.rand(4, 3, 16, 16)).shape)
