import fast_bss_eval
import torch

reference, estimate = torch.randn(2, 2, 2000), torch.randn(2, 2, 2000, requires_grad=True)


@torch.compile
def separation_loss(estimate, reference):
    return fast_bss_eval.si_sdr_pit_loss(estimate, reference).mean()


separation_loss(estimate, reference).backward()
