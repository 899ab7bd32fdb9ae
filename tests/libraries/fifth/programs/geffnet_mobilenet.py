import geffnet
import torch

geffnet.config.set_scriptable(False)
model = geffnet.create_model("mobilenetv3_small_100", pretrained=False, num_classes=7, drop_rate=0.1, drop_connect_rate=0.1)
compiled = torch.compile(model.train())
compiled(torch.randn(2, 3, 64, 64)).sum().backward()
same = geffnet.create_model("tf_efficientnet_b0", pretrained=False, num_classes=3).eval()
print(torch.compile(same)(torch.randn(1, 3, 65, 65)).shape)
