import torch
import torch_semiring_einsum as tse

EQ = tse.compile_equation("ij,jk->ik")


@torch.compile
def viterbi(emissions, transitions):
    score, backpointers = tse.log_viterbi_einsum_forward(EQ, emissions, transitions, block_size=8)
    return score, backpointers


print(viterbi(torch.randn(3, 4), torch.randn(4, 2))[0].shape)
