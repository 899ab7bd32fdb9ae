import torch
from dicee.models import Keci

args = dict(
    embedding_dim=16, num_entities=20, num_relations=4, learning_rate=0.1, p=0, q=1, optim="Adam", scoring_technique="KvsAll",
    input_dropout_rate=0.0, hidden_dropout_rate=0.0, normalization="LayerNorm", init_param="xavier_normal", model="Keci", weight_decay=0.0,
)
model = Keci(args)
compiled = torch.compile(model.forward_k_vs_all)
x = torch.stack([torch.randint(0, 20, (6,)), torch.randint(0, 4, (6,))], dim=1)
scores = compiled(x)
loss = torch.nn.functional.binary_cross_entropy_with_logits(scores, (torch.rand_like(scores) > 0.8).float())
loss.backward()
print(scores.shape, loss.item())
