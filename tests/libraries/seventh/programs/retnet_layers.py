import torch
from yet_another_retnet.retention import MultiScaleRetention
from yet_another_retnet.retnet import RetNet

model = RetNet(num_tokens=30, d_model=16, nhead=2, num_layers=2, dim_feedforward=32)
compiled = torch.compile(model)
tokens = torch.randint(0, 30, (2, 12))
loss = compiled(tokens[:, :-1], tokens[:, 1:])
loss.backward()
retention = torch.compile(MultiScaleRetention(16, 2).eval())
recurrent = torch.compile(model.forward_recurrent)
with torch.no_grad():
    y, states = recurrent(tokens[:, 0], seq_idx=0)
    y, states = recurrent(tokens[:, 1], seq_idx=1, prev_states=states)
print(loss, y.shape)
