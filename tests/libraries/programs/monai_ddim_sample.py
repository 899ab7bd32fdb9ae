import torch
from monai.networks.schedulers import DDIMScheduler
from torch import nn

denoiser = nn.Conv2d(1, 1, 3, padding=1)
scheduler = DDIMScheduler(num_train_timesteps=50)
scheduler.set_timesteps(num_inference_steps=4)


@torch.compile
def sample(image):
    for t in scheduler.timesteps:
        image, _ = scheduler.step(denoiser(image), t, image)
    return image


with torch.no_grad():
    sample(torch.randn(1, 1, 8, 8))
