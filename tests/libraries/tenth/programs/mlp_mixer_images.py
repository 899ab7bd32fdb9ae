import torch
from mlp_mixer_pytorch import MLPMixer, MLPMixer3D, Permutator

mixer = torch.compile(MLPMixer(image_size=(32, 16), channels=3, patch_size=8, dim=32, depth=2, num_classes=5))
video = torch.compile(MLPMixer3D(image_size=16, time_size=4, time_patch_size=2, channels=3, patch_size=8, dim=32, depth=2, num_classes=5))
permutator = torch.compile(Permutator(image_size=32, patch_size=8, dim=32, depth=2, segments=8, num_classes=5))
print(mixer(torch.randn(2, 3, 32, 16)).shape)
print(video(torch.randn(2, 3, 4, 16, 16)).shape)
print(permutator(torch.randn(2, 3, 32, 32)).shape)
