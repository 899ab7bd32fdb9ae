import torch
from rl4co.models.nn.graph.attnnet import GraphAttentionNetwork
from rl4co.utils.ops import batchify, gather_by_index, get_tour_length, unbatchify

encoder = torch.compile(GraphAttentionNetwork(num_heads=2, embed_dim=16, num_layers=2, feedforward_hidden=32))
print(encoder(torch.rand(3, 7, 16)).shape)


@torch.compile
def tour(locs, actions):
    ordered = gather_by_index(locs, actions)
    return get_tour_length(ordered), unbatchify(batchify(ordered, 2), 2)


length, copies = tour(torch.rand(3, 7, 2), torch.stack([torch.randperm(7) for _ in range(3)]))
print(length, copies.shape)
