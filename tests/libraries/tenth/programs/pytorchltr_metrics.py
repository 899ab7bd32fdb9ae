import torch
from pytorchltr.evaluation import arp, ndcg
from pytorchltr.utils import rank_by_plackettluce, rank_by_score


@torch.compile
def evaluate(scores, relevance, n):
    return ndcg(scores, relevance, n, k=3), arp(scores, relevance, n), rank_by_score(scores, n)


print(evaluate(torch.randn(3, 6), torch.randint(0, 5, (3, 6)), torch.tensor([6, 4, 5])))
sample = torch.compile(rank_by_plackettluce)
print(sample(torch.randn(3, 6), torch.tensor([6, 4, 5])))
