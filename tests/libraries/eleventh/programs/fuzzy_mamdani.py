import torch
from fuzzy_torch import BellMF, Centroid, FuzzyModule, FuzzyRule, FuzzyVariable, GaussianMF, SigmoidMF

heat, fan = FuzzyVariable("heat", 0, 40), FuzzyVariable("fan", 0, 100)
for variable, centre, width in ((heat, 20.0, 6.0), (fan, 50.0, 15.0)):
    variable.add_term("low", GaussianMF(centre / 2, width))
    variable.add_term("mid", BellMF(width, 2.0, centre))
    variable.add_term("high", GaussianMF(centre * 1.5, width))
system = FuzzyModule([heat], fan, [FuzzyRule((heat, term), (fan, term)) for term in ("low", "mid", "high")], defuzz_method=Centroid(0, 100, resolution=50))
control = torch.compile(system)
temperature = torch.linspace(5, 35, 6, requires_grad=True)
out = control({"heat": temperature})
out.sum().backward()
print(out, temperature.grad)
