import torch
from fuzzy_torch import FuzzyModule, FuzzyRule, FuzzyVariable, GaussianMF
from fuzzy_torch.consequent import TSKConsequent

service, food, tip = FuzzyVariable("service", 0, 10), FuzzyVariable("food", 0, 10), FuzzyVariable("tip", 0, 30)
for variable in (service, food):
    variable.add_term("low", GaussianMF(2.0, 2.0))
    variable.add_term("high", GaussianMF(8.0, 2.0))
rules = [FuzzyRule([(service, a), (food, b)], TSKConsequent(order=1)) for a in ("low", "high") for b in ("low", "high")]
system = FuzzyModule([service, food], tip, rules)
compiled = torch.compile(system)
out = compiled({"service": torch.rand(8) * 10, "food": torch.rand(8) * 10})
print(out)
