import torch
from survcraft.input_modules import LinearFunctionInputModule
from survcraft.survival_modules import ExponentialSurvivalModule, LogNormalSurvivalModule

module = LogNormalSurvivalModule()
predict = torch.compile(module)
raw, times = torch.randn(5, module.get_param_number()), torch.linspace(0.1, 3, 7)
print(predict("survival", raw, times).shape, predict("density", raw, times).shape, predict("median_time", raw).shape)
exponential = torch.compile(ExponentialSurvivalModule())
print(exponential("hazard", torch.randn(5, 1), times).shape)
