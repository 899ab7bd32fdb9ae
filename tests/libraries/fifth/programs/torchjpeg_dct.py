import torch
from torchjpeg import dct


@torch.compile
def compress(image):
    coefficients = dct.images_to_batch(dct.to_ycbcr(dct.pad_to_block_multiple(image)))
    return dct.to_rgb(dct.batch_to_images(coefficients))


print(compress(torch.rand(2, 3, 20, 20) * 255).shape)
order = torch.compile(dct.zigzag)
print(order(torch.randn(1, 4, 8, 8)).shape)
