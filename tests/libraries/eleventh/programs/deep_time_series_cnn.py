import torch
from deep_time_series.model import DilatedCNN, SingleShotTransformer

model = DilatedCNN(hidden_size=8, encoding_length=8, decoding_length=3, target_names=["y"], nontarget_names=["x"], dilation_base=2, kernel_size=3)
inputs = {"encoding.targets": torch.randn(2, 8, 1), "encoding.nontargets": torch.randn(2, 8, 1), "decoding.nontargets": torch.randn(2, 3, 1),
          "label.targets": torch.randn(2, 3, 1)}
step = torch.compile(lambda batch: model.calculate_loss(model(batch), batch))
loss = step(inputs)
loss.backward()
print(loss.item())
