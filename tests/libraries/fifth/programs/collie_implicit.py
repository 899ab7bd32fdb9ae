import torch
from collie.loss import adaptive_hinge_loss, bpr_loss, warp_loss
from collie.model import ScaledEmbedding, ZeroEmbedding
from torch import nn


class MatrixFactorization(nn.Module):
    def __init__(self, users, items, dim):
        super().__init__()
        self.users, self.items = ScaledEmbedding(users, dim), ScaledEmbedding(items, dim)
        self.user_bias, self.item_bias = ZeroEmbedding(users, 1), ZeroEmbedding(items, 1)

    def forward(self, users, items):
        return (self.users(users) * self.items(items)).sum(-1) + self.user_bias(users).squeeze(-1) + self.item_bias(items).squeeze(-1)


model = MatrixFactorization(10, 15, 8)
genre = torch.randint(0, 3, (15,))


@torch.compile
def training_step(users, positive, negative):
    scores = model(users, positive)
    many = torch.stack([model(users, items) for items in negative])
    total = bpr_loss(scores, many[0], num_items=15, positive_items=positive, negative_items=negative[0], metadata={"genre": genre}, metadata_weights={"genre": 0.3})
    return total + adaptive_hinge_loss(scores, many) + warp_loss(scores, many, num_items=15, positive_items=positive, negative_items=negative)


training_step(torch.randint(0, 10, (16,)), torch.randint(0, 15, (16,)), torch.randint(0, 15, (3, 16))).backward()
