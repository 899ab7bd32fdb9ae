import torch
from topmost.models import ETM, ProdLDA

torch.manual_seed(0)
bow = torch.randint(0, 4, (8, 30)).float()
for model in (ETM(vocab_size=30, embed_size=8, num_topics=4, en_units=16, train_WE=True), ProdLDA(vocab_size=30, num_topics=4, en_units=16)):
    compiled = torch.compile(model)
    out = compiled(bow)
    out["loss"].backward()
    model.eval()
    theta = torch.compile(model.get_theta)(bow)
    print(out["loss"].item(), (theta[0] if isinstance(theta, tuple) else theta).shape)
