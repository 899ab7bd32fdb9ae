import torch
from monai.inferers import sliding_window_inference
from monai.networks.nets import UNETR

model = UNETR(in_channels=1, out_channels=2, img_size=(32, 32), spatial_dims=2, feature_size=8, hidden_size=32, mlp_dim=64, num_heads=4).eval()
compiled = torch.compile(model)
with torch.no_grad():
    sliding_window_inference(torch.randn(1, 1, 48, 48), roi_size=(32, 32), sw_batch_size=2, predictor=compiled, overlap=0.25)
