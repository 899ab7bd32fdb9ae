"""Makes torchvision importable beside a torch that its compiled extension was not built for.

The extension of the wheel is for torch with CUDA and does not load with the build for CPUs, whereupon
torchvision does not even import. What Dynamo needs of it are the declarations of its operators: their
behaviour while tracing (fake implementations) and all that calls them is Python, and the real one.
So they are declared here, without a kernel. A probe that imports this sees the breaks that torchvision
makes; what an operator computes cannot be had from it.
"""

import torch

# As the extension's sources have them; the operators that stubs name.
SCHEMAS = (
    "nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "roi_align(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height,"
    " SymInt pooled_width, int sampling_ratio, bool aligned) -> Tensor",
    "roi_pool(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height,"
    " SymInt pooled_width) -> (Tensor, Tensor)",
)


def declare():
    library = torch.library.Library("torchvision", "FRAGMENT")
    for schema in SCHEMAS:
        library.define(schema)
    return library


try:
    import torchvision  # ImportError where it is not installed
except RuntimeError:  # operator torchvision::nms does not exist
    kept = declare()  # the operators live as long as this does
    import torchvision.extension

    torchvision.extension._has_ops = lambda: True
