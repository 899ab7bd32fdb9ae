import torch
from monai.networks.nets import DiffusionModelUNet
from monai.networks.schedulers import DDPMScheduler

unet = DiffusionModelUNet(spatial_dims=2, in_channels=1, out_channels=1, channels=(8, 16), attention_levels=(False, True), num_res_blocks=1, num_head_channels=8, norm_num_groups=8)
scheduler = DDPMScheduler(num_train_timesteps=50)


@torch.compile
def noise_loss(images, noise, timesteps):
    noisy = scheduler.add_noise(original_samples=images, noise=noise, timesteps=timesteps)
    return torch.nn.functional.mse_loss(unet(noisy, timesteps=timesteps), noise)


images = torch.rand(2, 1, 16, 16)
noise_loss(images, torch.randn_like(images), torch.randint(0, 50, (2,))).backward()
