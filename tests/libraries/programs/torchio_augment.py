import torch
import torchio as tio

subject = tio.Subject(image=tio.ScalarImage(tensor=torch.rand(1, 8, 8, 8)), label=tio.LabelMap(tensor=torch.ones(1, 8, 8, 8)))
transform = tio.Compose([tio.ZNormalization(), tio.RandomFlip(axes=(0,)), tio.RandomNoise(std=0.1)])
augment = torch.compile(transform)
augment(subject)
