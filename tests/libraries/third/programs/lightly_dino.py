import copy

import torch
from lightly.loss import DINOLoss
from lightly.models.modules import DINOProjectionHead
from lightly.models.utils import deactivate_requires_grad, update_momentum
from lightly.utils.scheduler import cosine_schedule
from torch import nn

backbone = nn.Sequential(nn.Flatten(), nn.Linear(48, 16))
student = DINOProjectionHead(16, 32, 8, 32, freeze_last_layer=1)
teacher_backbone, teacher = copy.deepcopy(backbone), DINOProjectionHead(16, 32, 8, 32)
deactivate_requires_grad(teacher_backbone)
deactivate_requires_grad(teacher)
criterion = DINOLoss(output_dim=32, warmup_teacher_temp_epochs=5)


@torch.compile
def step(views, epoch):
    momentum = cosine_schedule(epoch, 10, 0.996, 1)
    update_momentum(backbone, teacher_backbone, m=momentum)
    update_momentum(student, teacher, m=momentum)
    with torch.no_grad():
        teacher_out = [teacher(teacher_backbone(v)) for v in views[:2]]
    student_out = [student(backbone(v)) for v in views]
    loss = criterion(teacher_out, student_out, epoch=epoch)
    loss.backward()
    student.cancel_last_layer_gradients(current_epoch=epoch)
    return loss


step([torch.randn(4, 3, 4, 4) for _ in range(3)], 0)
