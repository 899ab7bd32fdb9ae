import os

import torch


def f(x):
    y = x * 2
    if os.path.exists("."):  # BREAK[GB0007]
        y = y + 1
    os.environ["GM_X"] = "1"  # BREAK[GB0007]
    return y * 3


def build():
    return f, (torch.randn(3),), {}
