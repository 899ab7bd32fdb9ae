import torch
import theseus as th


@torch.compile
def residual(first, second, measurement):
    first, second = th.SE2(x_y_theta=first), th.SE2(x_y_theta=second)
    error = th.SE2(x_y_theta=measurement).inverse().compose(first.between(second))
    return error.log_map().square().sum()


first = torch.randn(4, 3, requires_grad=True)
residual(first, torch.randn(4, 3), torch.randn(4, 3)).backward()
rotate = torch.compile(lambda tangent, points: th.SO3.exp_map(tangent).rotate(th.Point3(tensor=points)).tensor)
print(rotate(torch.randn(4, 3), torch.randn(4, 3)))
