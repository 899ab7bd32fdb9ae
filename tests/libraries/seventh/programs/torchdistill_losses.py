import torch
from torch import nn
from torchdistill.losses.mid_level import ATLoss, DISTLoss, KDLoss, RKDLoss, SPKDLoss

student, teacher = nn.Linear(8, 5), nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 5))
names = dict(student_module_path="logits", student_module_io="output", teacher_module_path="logits", teacher_module_io="output")
kd = KDLoss(**names, temperature=4.0, alpha=0.5)
dist = DISTLoss(**names, tau=2.0)
rkd = RKDLoss("logits", "logits", dist_factor=1.0, angle_factor=2.0, reduction="mean")
spkd = SPKDLoss("logits", "logits", reduction="batchmean")


@torch.compile
def distill(x, targets):
    with torch.no_grad():
        teacher_out = teacher(x)
    student_io = {"logits": {"output": student(x)}}
    teacher_io = {"logits": {"output": teacher_out}}
    return {
        "kd": kd(student_io, teacher_io, targets),
        "dist": dist(student_io, teacher_io, targets),
        "rkd": rkd(student_io, teacher_io, targets),
        "spkd": spkd(student_io, teacher_io, targets),
    }


losses = distill(torch.randn(6, 8), torch.randint(0, 5, (6,)))
sum(losses.values()).backward()
print(losses)

maps = ATLoss(at_pairs={"a": {"student": {"path": "conv", "io": "output"}, "teacher": {"path": "conv", "io": "output"}, "weight": 1.0}}, mode="code")
features = [{"conv": {"output": torch.randn(2, 4, 6, 6)}} for _ in range(2)]
print(torch.compile(maps)(*features))
