import torch
from torch import nn
from torch_explain.nn.concepts import ConceptEmbedding, ConceptReasoningLayer


class ConceptModel(nn.Module):
    def __init__(self, features, concepts, classes, size=8):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(features, 16), nn.LeakyReLU(), ConceptEmbedding(16, concepts, size))
        self.predictor = ConceptReasoningLayer(size, classes)

    def forward(self, x):
        embeddings, concepts = self.encoder(x)
        return self.predictor(embeddings, concepts), concepts


model = ConceptModel(4, 3, 2)
compiled = torch.compile(model)
x = torch.randn(10, 4)
c = (torch.rand(10, 3) > 0.5).float()
y = torch.nn.functional.one_hot(torch.randint(0, 2, (10,)), 2).float()
prediction, concepts = compiled(x)
loss = nn.functional.binary_cross_entropy(concepts, c) + 0.5 * nn.functional.binary_cross_entropy(prediction, y)
loss.backward()
print(loss.item())
