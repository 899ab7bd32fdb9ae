import torch
from pytorch_transformers import AdamW, BertConfig, BertForSequenceClassification

config = BertConfig(vocab_size_or_config_json_file=60, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32, max_position_embeddings=32, num_labels=3)
model = BertForSequenceClassification(config)
optimizer = AdamW(model.parameters(), lr=1e-4, weight_decay=0.01)


@torch.compile
def train_step(batch):
    model.train()
    outputs = model(**batch)
    outputs[0].backward()
    optimizer.step()
    model.zero_grad()
    return outputs[0].item()


batch = {"input_ids": torch.randint(0, 60, (4, 10)), "attention_mask": torch.ones(4, 10), "labels": torch.randint(0, 3, (4,))}
for _ in range(2):
    print(train_step(batch))
