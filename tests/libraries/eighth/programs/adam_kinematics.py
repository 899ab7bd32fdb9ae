import adam
import torch
from adam.pytorch import KinDynComputations

URDF = """<robot name="arm">
  <link name="base"><inertial><mass value="1"/><origin xyz="0 0 0"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <link name="upper"><inertial><mass value="1"/><origin xyz="0 0 0.2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <link name="lower"><inertial><mass value="0.5"/><origin xyz="0 0 0.2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.1" rpy="0 0 0"/><axis xyz="0 1 0"/><limit effort="1" velocity="1" lower="-2" upper="2"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0 0 0.4" rpy="0 0 0"/><axis xyz="0 1 0"/><limit effort="1" velocity="1" lower="-2" upper="2"/></joint>
</robot>"""

kindyn = KinDynComputations(URDF, ["shoulder", "elbow"], device=torch.device("cpu"), dtype=torch.float64)
kindyn.set_frame_velocity_representation(adam.Representations.MIXED_REPRESENTATION)
base = torch.eye(4, dtype=torch.float64)


@torch.compile
def reach(joints, target):
    pose = kindyn.forward_kinematics("lower", base, joints)
    return (pose[:3, 3] - target).square().sum(), kindyn.mass_matrix(base, joints)


joints = torch.tensor([0.3, -0.2], dtype=torch.float64, requires_grad=True)
loss, mass = reach(joints, torch.tensor([0.1, 0.0, 0.5], dtype=torch.float64))
loss.backward()
print(loss.item(), mass.shape, joints.grad)
