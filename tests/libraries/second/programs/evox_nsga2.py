import torch
from evox.algorithms import NSGA2
from evox.problems.numerical import DTLZ2
from evox.workflows import StdWorkflow

problem = DTLZ2(m=2, d=4)
algorithm = NSGA2(pop_size=8, n_objs=2, lb=torch.zeros(4), ub=torch.ones(4))
workflow = StdWorkflow(algorithm, problem)
workflow.init_step()
step = torch.compile(workflow.step)
step()
