import torch
from multivae.data.datasets.base import MultimodalBaseDataset
from multivae.models import MVAE, MVAEConfig

config = MVAEConfig(n_modalities=2, latent_dim=4, input_dims={"image": (1, 8, 8), "vector": (6,)}, decoders_dist={"image": "normal", "vector": "normal"})
model = MVAE(config)
compiled = torch.compile(model)
data = MultimodalBaseDataset({"image": torch.rand(4, 1, 8, 8), "vector": torch.rand(4, 6)})
out = compiled(data)
out.loss.backward()
print(out.loss.item())
