import torch
from torchbiggraph.losses import RankingLossFunction, SoftmaxLossFunction
from torchbiggraph.model import BiasedComparator, ComplexDiagonalDynamicOperator, CosComparator, TranslationDynamicOperator

dim, relations = 8, 3
operators = [ComplexDiagonalDynamicOperator(dim, relations), TranslationDynamicOperator(dim, relations)]
comparator = BiasedComparator(CosComparator())
ranking, softmax = RankingLossFunction(margin=0.1), SoftmaxLossFunction()


@torch.compile
def edge_loss(lhs, rhs, rel):
    total = 0
    for operator in operators:
        moved = operator(rhs, rel)
        left, right = comparator.prepare(lhs.unsqueeze(0)), comparator.prepare(moved.unsqueeze(0))
        pos, lhs_neg, rhs_neg = comparator(left, right, left, right)
        total = total + ranking(pos.flatten(0, 1), lhs_neg.flatten(0, 1)) + softmax(pos.flatten(0, 1), rhs_neg.flatten(0, 1))
    return total


lhs, rhs = torch.randn(6, dim, requires_grad=True), torch.randn(6, dim)
loss = edge_loss(lhs, rhs, torch.randint(0, relations, (6,)))
loss.backward()
print(loss.item())
