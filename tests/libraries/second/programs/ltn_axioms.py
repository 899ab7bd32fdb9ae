import ltn
import torch
from torch import nn

P = ltn.Predicate(nn.Sequential(nn.Linear(2, 8), nn.ELU(), nn.Linear(8, 1), nn.Sigmoid()))
Forall, Not = ltn.Quantifier(ltn.fuzzy_ops.AggregPMeanError(p=2), quantifier="f"), ltn.Connective(ltn.fuzzy_ops.NotStandard())
And, sat = ltn.Connective(ltn.fuzzy_ops.AndProd()), ltn.fuzzy_ops.SatAgg()


@torch.compile
def loss(positive, negative):
    x, y = ltn.Variable("x", positive), ltn.Variable("y", negative)
    return 1.0 - sat(Forall(x, P(x)), Forall(y, Not(P(y))), Forall([x, y], And(P(x), Not(P(y)))))


loss(torch.randn(4, 2), torch.randn(5, 2)).backward()
