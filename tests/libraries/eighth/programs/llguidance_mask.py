import torch
from llguidance import LLMatcher, LLTokenizer
from llguidance.torch import allocate_token_bitmask, apply_token_bitmask_inplace, fill_next_token_bitmask
from torch import nn

tokenizer = LLTokenizer("byte")
grammar = LLMatcher.grammar_from_json_schema('{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}')
matcher = LLMatcher(tokenizer, grammar)
vocab = tokenizer.vocab_size
head = nn.Linear(8, vocab)
bitmask = allocate_token_bitmask(1, vocab)


@torch.compile
def sample(hidden):
    logits = head(hidden)
    apply_token_bitmask_inplace(logits, bitmask)
    return logits.softmax(-1).argmax(-1)


torch.manual_seed(0)
with torch.no_grad():
    for _ in range(3):
        fill_next_token_bitmask(matcher, bitmask)
        token = sample(torch.randn(1, 8)).item()
        matcher.consume_token(token)
        print(token)
