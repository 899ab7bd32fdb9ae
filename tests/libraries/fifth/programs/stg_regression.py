import torch
from stg.models import STGRegressionModel

model = STGRegressionModel(10, 1, [32, 16], device="cpu", activation="tanh", sigma=0.5, lam=0.1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
compiled = torch.compile(model)
for _ in range(2):
    feed = {"input": torch.randn(24, 10), "label": torch.randn(24, 1)}
    model.train()
    optimizer.zero_grad()
    loss, logits, monitors = compiled(feed)
    loss.backward()
    optimizer.step()
model.eval()
print(compiled({"input": torch.randn(4, 10)})["pred"].shape)
