import torch
from repvgg_pytorch.repvgg import RepVGG, repvgg_model_convert

model = RepVGG(num_blocks=[1, 1, 1, 1], num_classes=10, width_multiplier=[0.25, 0.25, 0.25, 0.25], use_checkpoint=False)
compiled = torch.compile(model)


def custom_l2(model):
    return sum(m.get_custom_L2() for m in model.modules() if hasattr(m, "get_custom_L2"))


penalty = torch.compile(custom_l2)
logits = compiled(torch.rand(2, 3, 64, 64))
loss = torch.nn.functional.cross_entropy(logits, torch.tensor([1, 2])) + 1e-4 * penalty(model)
loss.backward()
deploy = repvgg_model_convert(model.eval())
print(loss, torch.compile(deploy)(torch.rand(1, 3, 64, 64)).shape)
