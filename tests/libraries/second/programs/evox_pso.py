import torch
from evox.algorithms import PSO
from evox.problems.numerical import Ackley
from evox.workflows import EvalMonitor, StdWorkflow

algorithm = PSO(pop_size=8, lb=-32 * torch.ones(2), ub=32 * torch.ones(2))
workflow = StdWorkflow(algorithm, Ackley(), EvalMonitor())
workflow.init_step()
step = torch.compile(workflow.step)
for _ in range(2):
    step()
