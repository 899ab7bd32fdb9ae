import torch
from torchmodal import ContradictionLoss, KripkeModel, SparsityLoss, functional as F
from torchmodal.nn import LearnableAccessibility

accessibility = LearnableAccessibility(4)
model = KripkeModel(4, accessibility, tau=0.1)
model.add_proposition("rain", learnable=True)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
contradiction, sparsity = ContradictionLoss(), SparsityLoss()


@torch.compile
def loss_fn():
    box = model.necessity("rain")
    return contradiction(box) + sparsity(model.get_accessibility()) + (1 - box[:, 0]).mean()


for _ in range(2):
    optimizer.zero_grad()
    loss = loss_fn()
    loss.backward()
    optimizer.step()
print(loss.item())
