import torch
from torch_ppr import page_rank, personalized_page_rank
from torch_ppr.utils import prepare_page_rank_adjacency

edge_index = torch.as_tensor([(0, 1), (1, 2), (1, 3), (2, 4)]).t()
adj = prepare_page_rank_adjacency(edge_index=edge_index)


@torch.compile
def rank(adj):
    return page_rank(adj=adj)


print(rank(adj))
