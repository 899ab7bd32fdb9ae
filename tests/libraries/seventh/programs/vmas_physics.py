import torch
from vmas.simulator.core import Agent, Landmark, Sphere, World

world = World(batch_dim=3, device=torch.device("cpu"), dt=0.1, substeps=2)
agent = Agent(name="agent", shape=Sphere(0.1), collide=True)
ball = Landmark(name="ball", collide=True, movable=True, shape=Sphere(0.2))
world.add_agent(agent)
world.add_landmark(ball)
world.reset(env_index=None)
agent.set_pos(torch.tensor([[0.0, 0.0]] * 3), batch_index=None)
ball.set_pos(torch.tensor([[0.25, 0.05]] * 3), batch_index=None)


@torch.compile
def push(force):
    agent.action.u = force
    world.step()
    return ball.state.pos


for _ in range(2):
    print(push(torch.tensor([[1.0, 0.0]] * 3)))
