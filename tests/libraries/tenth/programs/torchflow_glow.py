import torch
from torch import nn
import torchflow as tf


def coupling():
    return tf.FlowAffineCoupling(nn.Sequential(nn.Conv2d(6, 16, 3, padding=1), nn.ReLU(), nn.Conv2d(16, 12, 3, padding=1)))


model = tf.FlowSequentialModule(tf.FlowSqueeze2D(), tf.FlowActnorm(12), tf.FlowConv1x1(12), coupling(), tf.FlowTerminate())


@torch.compile
def encode(x):
    flow = tf.Flow({"z": x}) if isinstance(tf.FlowData, dict) else tf.Flow(x)
    return model(flow)


out = encode(torch.rand(2, 3, 8, 8))
print(type(out))
