import torch
from vbpr import VBPR

model = VBPR(n_users=10, n_items=20, features=torch.rand(20, 16), dim_gamma=4, dim_theta=4)
score = torch.compile(model)
users, positive, negative = torch.randint(0, 10, (8,)), torch.randint(0, 20, (8,)), torch.randint(0, 20, (8,))
(-torch.nn.functional.logsigmoid(score(users, positive, negative)).sum()).backward()
recommend = torch.compile(model.recommend)
recommend(torch.arange(4).unsqueeze(1))
