import torch
from cebra.models import init as init_model
from cebra.models.criterions import FixedCosineInfoNCE, LearnableCosineInfoNCE

model = init_model("offset10-model", num_neurons=12, num_units=16, num_output=3)
criterion = LearnableCosineInfoNCE(temperature=1.0)
optimizer = torch.optim.Adam([*model.parameters(), *criterion.parameters()], lr=3e-4)


@torch.compile
def train_step(reference, positive, negative):
    optimizer.zero_grad()
    loss, align, uniform = criterion(model(reference), model(positive), model(negative))
    loss.backward()
    optimizer.step()
    return loss, align, uniform


for _ in range(2):
    print(train_step(*(torch.randn(8, 12, 10) for _ in range(3))))
print(torch.compile(FixedCosineInfoNCE(temperature=0.5))(*(torch.randn(4, 3) for _ in range(3))))
