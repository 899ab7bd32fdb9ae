import torch
from kale.evaluate.metrics import compute_mmd_loss, cross_entropy_logits, entropy_logits, gaussian_kernel
from kale.pipeline.domain_adapter import GradReverse
from kale.predict.class_domain_nets import ClassNetSmallImage, DomainNetSmallImage
from torch import nn

torch.manual_seed(0)
features, task, domain = nn.Sequential(nn.Flatten(), nn.Linear(48, 128)), ClassNetSmallImage(128, 4), DomainNetSmallImage(128, 32)


@torch.compile
def dann_loss(source, target, labels):
    f_s, f_t = features(source), features(target)
    loss_class, _ = cross_entropy_logits(task(f_s), labels)
    d_s, d_t = domain(GradReverse.apply(f_s, 0.5)), domain(GradReverse.apply(f_t, 0.5))
    loss_s, _ = cross_entropy_logits(d_s, torch.zeros(len(d_s)))
    loss_t, _ = cross_entropy_logits(d_t, torch.ones(len(d_t)))
    kernels = gaussian_kernel(f_s, f_t, kernel_mul=2.0, kernel_num=3)
    return loss_class + loss_s + loss_t + compute_mmd_loss(kernels, len(source)) + 0.1 * entropy_logits(task(f_t)).mean()


loss = dann_loss(torch.randn(6, 3, 4, 4), torch.randn(6, 3, 4, 4), torch.randint(0, 4, (6,)))
loss.backward()
print(loss.item())
