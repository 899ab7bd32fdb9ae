import torch
from linear_crf import LinearCRF

model = LinearCRF(4, batch_first=True)
decode = torch.compile(model.decode)
print(decode(torch.randn(2, 5, 4)))
