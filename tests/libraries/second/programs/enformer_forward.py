import torch
from enformer_pytorch import Enformer

model = Enformer.from_hparams(dim=384, depth=1, heads=2, output_heads=dict(human=8, mouse=4), target_length=4)
compiled = torch.compile(model)
sequence = torch.randint(0, 5, (1, 128 * 8))
compiled(sequence, head="human", target=torch.rand(1, 4, 8)).backward()
