import torch
from torchcfm.conditional_flow_matching import ConditionalFlowMatcher, ExactOptimalTransportConditionalFlowMatcher
from torchcfm.models.models import MLP

model = MLP(dim=2, time_varying=True)
optimizer = torch.optim.Adam(model.parameters())
for matcher in (ConditionalFlowMatcher(sigma=0.1), ExactOptimalTransportConditionalFlowMatcher(sigma=0.1)):

    @torch.compile
    def loss(x0, x1):
        t, xt, ut = matcher.sample_location_and_conditional_flow(x0, x1)
        return torch.mean((model(torch.cat([xt, t[:, None]], dim=-1)) - ut) ** 2)

    optimizer.zero_grad()
    loss(torch.randn(16, 2), torch.randn(16, 2)).backward()
    optimizer.step()
