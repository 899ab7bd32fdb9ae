import torch
from adv_lib.distances.color_difference import rgb_ciede2000_color_difference
from adv_lib.utils.losses import difference_of_logits


@torch.compile
def objective(logits, labels, image, reference):
    return difference_of_logits(logits, labels).sum() + rgb_ciede2000_color_difference(image, reference, ε=1e-12).mean()


image = torch.rand(2, 3, 6, 6, requires_grad=True)
loss = objective(torch.randn(2, 4), torch.tensor([1, 3]), image, torch.rand(2, 3, 6, 6))
loss.backward()
print(loss.item())
