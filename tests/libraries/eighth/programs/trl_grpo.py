import torch
from torch import nn
from trl.trainer.utils import entropy_from_logits, nanstd, pad, selective_log_softmax

torch.manual_seed(0)
vocab = 20
policy = nn.Sequential(nn.Embedding(vocab, 16), nn.Linear(16, vocab))


@torch.compile
def grpo_loss(tokens, mask, old_log_probs, rewards):
    logits = policy(tokens[:, :-1])
    log_probs = selective_log_softmax(logits, tokens[:, 1:])
    advantages = (rewards - rewards.nanmean()) / (nanstd(rewards) + 1e-4)
    ratio = (log_probs - old_log_probs).exp()
    per_token = -torch.min(ratio * advantages[:, None], ratio.clamp(0.8, 1.2) * advantages[:, None])
    entropy = entropy_from_logits(logits)
    return (per_token * mask).sum() / mask.sum() - 0.01 * (entropy * mask).sum() / mask.sum()


batch = pad([torch.randint(0, vocab, (n,)) for n in (9, 7, 8)], padding_value=0)
mask = pad([torch.ones(n) for n in (8, 6, 7)], padding_value=0)
loss = grpo_loss(batch, mask, torch.full((3, 8), -3.0), torch.tensor([1.0, 0.0, float("nan")]).nan_to_num(0.5))
loss.backward()
print(loss.item())
