import stochdepth
import torch
import torchvision

net = torchvision.models.resnet18(num_classes=4)
stochdepth.resnet_linear(net, max_p=0.5)
net = torch.compile(net)
loss = net(torch.randn(2, 3, 32, 32)).pow(2).mean()
loss.backward()
net.eval()
print(loss.item(), net(torch.randn(1, 3, 32, 32)).shape)
