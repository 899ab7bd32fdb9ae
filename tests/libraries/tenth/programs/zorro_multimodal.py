import torch
from zorro_pytorch import TokenTypes as T, Zorro

model = Zorro(dim=32, depth=2, heads=2, dim_head=16, audio_patch_size=16, video_patch_size=8, video_temporal_patch_size=2,
              num_fusion_tokens=4, return_token_types=(T.AUDIO, T.AUDIO, T.FUSION, T.GLOBAL, T.VIDEO))
compiled = torch.compile(model)
video = torch.randn(2, 3, 4, 16, 16)
audio = torch.randn(2, 32 * 128)
tokens = compiled(audio=audio, video=video)
picked = compiled(audio=audio, video=video, return_token_indices=(0, 3))
print(tokens.shape, len(picked))
