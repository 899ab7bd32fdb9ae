import torch
from n_grammer_pytorch import VQNgrammer, get_ngrammer_parameters

vq_ngram = VQNgrammer(num_clusters=8, dim_per_head=8, num_heads=2, ngram_vocab_size=48, ngram_emb_dim=4, concat_ngrams=True)
compiled = torch.compile(vq_ngram)
compiled(torch.randn(1, 12, 16)).sum().backward()
