"""Makes torchvision importable beside a torch that its compiled extension was not built for.

The extension of the wheel is for torch with CUDA and does not load with the build for CPUs, whereupon
torchvision does not even import. What Dynamo needs of it are the declarations of its operators: their
behaviour while tracing (fake implementations) and all that calls them is Python, and the real one.
So they are declared here, without a kernel. A probe that imports this sees the breaks that torchvision
makes; what an operator computes cannot be had from it.
"""

import sys

import torch

# As the extension's sources have them: the operators that stubs name, and those that torchvision
# registers a derivative for.
SIZES = "SymInt pooled_height, SymInt pooled_width"
IMAGE = "SymInt batch_size, SymInt channels, SymInt height, SymInt width"
STEPS = (
    "SymInt stride_h, SymInt stride_w, SymInt pad_h, SymInt pad_w, SymInt dilation_h, SymInt dilation_w,"
    " SymInt groups, SymInt offset_groups, bool use_mask"
)
SCHEMAS = (
    "nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    f"roi_align(Tensor input, Tensor rois, float spatial_scale, {SIZES}, int sampling_ratio, bool aligned) -> Tensor",
    f"qroi_align(Tensor input, Tensor rois, float spatial_scale, {SIZES}, int sampling_ratio, bool aligned) -> Tensor",
    f"roi_pool(Tensor input, Tensor rois, float spatial_scale, {SIZES}) -> (Tensor, Tensor)",
    f"ps_roi_align(Tensor input, Tensor rois, float spatial_scale, {SIZES}, int sampling_ratio) -> (Tensor, Tensor)",
    f"ps_roi_pool(Tensor input, Tensor rois, float spatial_scale, {SIZES}) -> (Tensor, Tensor)",
    f"deform_conv2d(Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias, {STEPS}) -> Tensor",
    f"_roi_align_backward(Tensor grad, Tensor rois, float spatial_scale, {SIZES}, {IMAGE},"
    " int sampling_ratio, bool aligned) -> Tensor",
    f"_roi_pool_backward(Tensor grad, Tensor rois, Tensor argmax, float spatial_scale, {SIZES}, {IMAGE}) -> Tensor",
    f"_ps_roi_align_backward(Tensor grad, Tensor rois, Tensor channel_mapping, float spatial_scale, {SIZES},"
    f" int sampling_ratio, {IMAGE}) -> Tensor",
    f"_ps_roi_pool_backward(Tensor grad, Tensor rois, Tensor channel_mapping, float spatial_scale, {SIZES},"
    f" {IMAGE}) -> Tensor",
    "_deform_conv2d_backward(Tensor grad, Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias,"
    f" {STEPS}) -> (Tensor, Tensor, Tensor, Tensor, Tensor)",
)


def loads():
    try:
        import torchvision  # noqa: F401  ImportError where it is not installed
    except RuntimeError:  # operator torchvision::nms does not exist
        for name in [n for n in sys.modules if n.split(".")[0] == "torchvision"]:
            del sys.modules[name]  # they have seen that the extension does not load
        return False
    return True


def declare():
    library = torch.library.Library("torchvision", "FRAGMENT")
    for schema in SCHEMAS:
        library.define(schema)
    library.define("_cuda_version() -> int")
    library.impl("_cuda_version", lambda: -1, "CompositeExplicitAutograd")
    load_library = torch.ops.load_library
    torch.ops.load_library = lambda path: None  # so that torchvision finds its operators loaded
    try:
        import torchvision  # noqa: F401
    finally:
        torch.ops.load_library = load_library
    return library


if not loads():
    kept = declare()  # the operators live as long as this does
