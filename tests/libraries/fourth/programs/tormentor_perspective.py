import torch
import tormentor

augmentation = tormentor.RandomPerspective


@torch.compile
def augment(batch):
    return augmentation()(batch)


print(augment(torch.rand(2, 3, 16, 16)).shape)
