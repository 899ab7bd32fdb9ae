import torch
from bm25_pt.bm25 import TokenizedBM25

bm25 = TokenizedBM25(vocab_size=200)
bm25.index(torch.randint(1, 200, (30, 12)))
search = torch.compile(bm25.score_batch)
print(search(torch.randint(1, 200, (4, 6))).shape)
