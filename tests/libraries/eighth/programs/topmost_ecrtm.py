import torch
from topmost.models import ECRTM

torch.manual_seed(0)
model = ECRTM(vocab_size=40, num_topics=5, en_units=16, embed_size=12, weight_loss_ECR=10.0, sinkhorn_max_iter=20)
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
compiled = torch.compile(model)
bow = torch.randint(0, 4, (8, 40)).float()
for _ in range(2):
    loss = compiled(bow)["loss"]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
