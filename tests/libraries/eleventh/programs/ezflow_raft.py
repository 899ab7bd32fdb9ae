import torch
from ezflow.models import build_model

model = build_model("RAFT", default=True).eval()
compiled = torch.compile(model)
with torch.no_grad():
    out = compiled(torch.rand(1, 3, 128, 128), torch.rand(1, 3, 128, 128))
print(type(out), list(out) if isinstance(out, dict) else None)
