import torch
from jaxtyping import Float, Int, jaxtyped
from torch import Tensor, nn

torch.manual_seed(0)
embedding, head = nn.Embedding(20, 8), nn.Linear(8, 20)


@jaxtyped(typechecker=None)
def embed(tokens: Int[Tensor, "batch time"]) -> Float[Tensor, "batch time dim"]:
    return embedding(tokens) * 8**0.5


@jaxtyped(typechecker=None)
def cosine(a: Float[Tensor, "batch dim"], b: Float[Tensor, "batch dim"]) -> Float[Tensor, "batch"]:
    return nn.functional.cosine_similarity(a, b, dim=-1)


@torch.compile
def step(tokens):
    x = embed(tokens)
    logits = head(x[:, :-1])
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
    return loss, cosine(x[:, 0], x[:, -1])


loss, similarity = step(torch.randint(0, 20, (3, 6)))
loss.backward()
print(loss.item(), similarity.shape)
