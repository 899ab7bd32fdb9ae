import torch
from torchaug.transforms import CenterCrop, Compose, Normalize, RandomGrayscale, ToDtype

transform = Compose([ToDtype(torch.float32, scale=True), CenterCrop(12), RandomGrayscale(p=1.0), Normalize([0.5] * 3, [0.2] * 3)])


@torch.compile
def prepare(images):
    return transform(images).mean((2, 3))


print(prepare(torch.randint(0, 255, (2, 3, 16, 16), dtype=torch.uint8)).shape)
