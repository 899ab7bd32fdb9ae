import torch
from unfoldNd import FoldNd, UnfoldNd

unfold = torch.compile(UnfoldNd(kernel_size=2, stride=2))
fold = torch.compile(FoldNd(output_size=(4, 4, 4), kernel_size=2, stride=2))
print(fold(unfold(torch.rand(2, 3, 4, 4, 4))).shape)
