import os

os.environ["KERAS_BACKEND"] = "torch"
import keras
import torch

model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(8, activation="relu"), keras.layers.Dropout(0.1), keras.layers.Dense(2)])
compiled = torch.compile(model)
print(compiled(torch.randn(3, 4)).shape)
