import torch
from compressive_transformer_pytorch import AutoregressiveWrapper, CompressiveTransformer

model = CompressiveTransformer(num_tokens=32, dim=16, depth=1, seq_len=8, mem_len=8, cmem_len=2, cmem_ratio=4, heads=2)
wrapper = AutoregressiveWrapper(model)
tokens = torch.randint(0, 32, (2, 25))


@torch.compile
def losses(x):
    total = 0.0
    for mlm_loss, aux_loss, is_last in wrapper(x, max_batch_size=2, return_loss=True):
        total = total + mlm_loss + aux_loss
    return total


losses(tokens).backward()
generate = torch.compile(wrapper.generate)
print(generate(torch.randint(0, 32, (1, 4)), 4).shape)
