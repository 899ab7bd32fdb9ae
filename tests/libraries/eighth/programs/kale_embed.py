import torch
from kale.embed.attention import BANLayer
from kale.embed.cnn import CNNEncoder, ProteinCNN
from kale.embed.multimodal_fusion import BimodalInteractionFusion, LowRankTensorFusion, ProductOfExperts
from torch import nn

torch.manual_seed(0)
protein, attention = ProteinCNN(8, [16, 16, 16], [3, 3, 3]), BANLayer(input_v_dim=12, input_q_dim=16, hidden_dim=8, num_out_heads=2)
interaction, low_rank, experts = BimodalInteractionFusion((12, 16), 8, "matrix"), LowRankTensorFusion((12, 8), 6, rank=3), ProductOfExperts()


@torch.compile
def bind(drug, sequence):
    v = protein(sequence)
    joint, maps = attention(drug, v)
    fused = interaction([drug.mean(1), v.mean(1)])
    mean, variance = experts(torch.stack([joint, joint * 0.5]), torch.zeros(2, *joint.shape))
    return low_rank([drug.mean(1), joint]), fused, mean


out, fused, mean = bind(torch.randn(3, 5, 12), torch.randint(0, 26, (3, 20)))
(out.sum() + fused.sum()).backward()
print(out.shape, fused.shape, mean.shape)
