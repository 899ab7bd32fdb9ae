import torch
from torchtune.models.llama2 import lora_llama2
from torchtune.modules.peft import get_adapter_params, set_trainable_params
from torchtune.rlhf.loss import DPOLoss

model = lora_llama2(lora_attn_modules=["q_proj", "v_proj"], vocab_size=64, num_layers=1, num_heads=2, num_kv_heads=2, embed_dim=16, max_seq_len=16, lora_rank=2, lora_alpha=4)
set_trainable_params(model, get_adapter_params(model))
compiled = torch.compile(model)
compiled(torch.randint(0, 64, (1, 8))).sum().backward()
dpo = torch.compile(DPOLoss(beta=0.1))
dpo(*[torch.randn(4) for _ in range(4)])
