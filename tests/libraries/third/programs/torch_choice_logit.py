import torch
from torch_choice.data import ChoiceDataset
from torch_choice.model import ConditionalLogitModel

dataset = ChoiceDataset(
    num_items=4, num_users=5,
    item_index=torch.randint(0, 4, (10,)),
    user_index=torch.randint(0, 5, (10,)),
    session_index=torch.arange(10),
    session_cost=torch.randn(10, 3),
    itemsession_price=torch.randn(10, 4, 2),
)
model = ConditionalLogitModel(
    coef_variation_dict={"itemsession_price": "constant", "session_cost": "item", "intercept": "item"},
    num_param_dict={"itemsession_price": 2, "session_cost": 3, "intercept": 1},
    num_items=4, num_users=5,
)
optimizer = torch.optim.Adam(model.parameters(), lr=0.03)


@torch.compile
def step(batch):
    loss = model.negative_log_likelihood(batch, batch.item_index)
    loss.backward()
    return loss


step(dataset)
optimizer.step()
