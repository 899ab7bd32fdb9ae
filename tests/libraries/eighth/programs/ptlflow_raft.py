import torch
import ptlflow

model = ptlflow.get_model("raft_small", args=None)
model.iters = 2
compiled = torch.compile(model)
with torch.no_grad():
    predictions = compiled({"images": torch.rand(1, 2, 3, 128, 128)})
print({name: value.shape for name, value in predictions.items() if isinstance(value, torch.Tensor)})
