import torch
from easyocr.model.vgg_model import Model
from easyocr.utils import CTCLabelConverter
from torch import nn

characters = "0123456789abcdefghijklmnopqrstuvwxyz"
converter = CTCLabelConverter(characters)
model = Model(input_channel=1, output_channel=32, hidden_size=32, num_class=len(converter.character))
compiled = torch.compile(model)
criterion = nn.CTCLoss(zero_infinity=True)
text, length = converter.encode(["cat", "42"])
preds = compiled(torch.rand(2, 1, 32, 80), text)
sizes = torch.IntTensor([preds.size(1)] * 2)
loss = criterion(preds.log_softmax(2).permute(1, 0, 2), text, sizes, length)
loss.backward()
print(loss)


@torch.compile
def read(image):
    probabilities = model(image, None).softmax(dim=2)
    best, index = probabilities.max(2)
    return converter.decode_greedy(index.view(-1).numpy(), sizes.numpy())


with torch.no_grad():
    print(read(torch.rand(2, 1, 32, 80)))
