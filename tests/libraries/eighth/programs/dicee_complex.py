import torch
from dicee.models import ComplEx, DistMult

args = dict(
    embedding_dim=8, num_entities=12, num_relations=3, learning_rate=0.1, optim="Adam", scoring_technique="NegSample",
    input_dropout_rate=0.1, hidden_dropout_rate=0.1, normalization=None, model="ComplEx",
)
models = [ComplEx(args), DistMult(args)]
triples = torch.tensor([[0, 1, 2], [3, 0, 4], [5, 2, 6]])
labels = torch.tensor([1.0, 0.0, 1.0])
for model in models:
    compiled = torch.compile(model)
    loss = torch.nn.functional.binary_cross_entropy_with_logits(compiled(triples), labels)
    loss.backward()
    print(type(model).__name__, loss.item())
