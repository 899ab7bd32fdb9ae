import pytorch_kinematics as pk
import torch

URDF = """<robot name="arm"><link name="base"/><link name="l1"/><link name="l2"/>
<joint name="j1" type="revolute"><parent link="base"/><child link="l1"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/></joint>
<joint name="j2" type="revolute"><parent link="l1"/><child link="l2"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/></joint></robot>"""
chain = pk.build_serial_chain_from_urdf(URDF, "l2")
fk = torch.compile(lambda q: chain.forward_kinematics(q).get_matrix())
q = torch.rand(3, 2, requires_grad=True)
fk(q).square().sum().backward()
jacobian = torch.compile(chain.jacobian)
jacobian(q.detach())
