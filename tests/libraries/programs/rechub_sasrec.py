import torch
from torch_rechub.basic.features import SequenceFeature
from torch_rechub.models.matching import SASRec

features = [SequenceFeature(name, 20, 8, pooling="concat", shared_with=None if name == "seq" else "seq") for name in ("seq", "pos", "neg")]
model = SASRec(features, max_len=6, num_blocks=1, num_heads=2)
compiled = torch.compile(model)
positive, negative = compiled({name: torch.randint(1, 20, (3, 6)) for name in ("seq", "pos", "neg")})
(negative - positive).sigmoid().mean().backward()
