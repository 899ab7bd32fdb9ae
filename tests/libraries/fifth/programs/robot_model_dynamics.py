import os

import diff_robot_data
import torch
from differentiable_robot_model.robot_model import DifferentiableRobotModel

urdf = os.path.join(diff_robot_data.__path__[0], "2link_robot.urdf")
robot = DifferentiableRobotModel(urdf, "arm", device="cpu")
count = robot._n_dofs
inverse = torch.compile(robot.compute_inverse_dynamics)
print(inverse(torch.rand(3, count), torch.rand(3, count), torch.rand(3, count), include_gravity=True))
forward = torch.compile(robot.compute_forward_kinematics)
position, rotation = forward(torch.rand(3, count), robot.get_link_names()[-1])
print(position.shape)
