import torch
from lhotse.dataset.signal_transforms import SpecAugment

torch.manual_seed(0)
augment = SpecAugment(time_warp_factor=8, num_feature_masks=1, features_mask_size=6, num_frame_masks=2, frames_mask_size=10, p=1.0)
compiled = torch.compile(augment)
features = torch.randn(2, 60, 24)
supervisions = torch.tensor([[0, 0, 60], [1, 0, 50]])
print(compiled(features).shape, compiled(features, supervision_segments=supervisions).shape)
