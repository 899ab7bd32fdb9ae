import torch
from pytorch_pretrained_bert import BertAdam, BertConfig, BertForSequenceClassification

config = BertConfig(64, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64)
model = BertForSequenceClassification(config, num_labels=2)
optimizer = BertAdam(model.parameters(), lr=5e-5, warmup=0.1, t_total=100)
compiled = torch.compile(model)
for _ in range(2):
    loss = compiled(torch.randint(0, 64, (2, 10)), attention_mask=torch.ones(2, 10).long(), labels=torch.tensor([0, 1]))
    loss.backward()
    optimizer.step()
