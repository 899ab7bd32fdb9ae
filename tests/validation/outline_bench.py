#!/usr/bin/env python3
"""What an outlined loop costs and wins: a mixture of experts between dense layers, uncompiled, compiled
with its breaks, and compiled with the loop as one operator. The three take turns; printed are medians,
as shares of the uncompiled time.

    outline_bench.py [--backend inductor] [--rounds 15] [--dense N]

Needs torch, and graphmend's package on PYTHONPATH.
"""
import argparse
import statistics
import time

import torch

import graphmend.outline


def fill(experts, hit, mask, x, weights, out):
    for expert in hit:
        rows = torch.where(mask[expert[0]])[0]
        out.index_add_(0, rows, experts[int(expert[0])](x[rows]) * weights[rows, None])
    return out


class Block(torch.nn.Module):
    def __init__(self, width, experts, dense):
        super().__init__()
        self.before = torch.nn.ModuleList(torch.nn.Linear(width, width) for _ in range(dense))
        self.gate = torch.nn.Linear(width, experts)
        self.experts = torch.nn.ModuleList(torch.nn.Linear(width, width) for _ in range(experts))

    def mix(self, x, mask, weights, out):
        hit = mask.sum(-1).nonzero()
        return fill(self.experts, hit, mask, x, weights, out)

    def forward(self, x):
        for layer in self.before:
            x = x + torch.nn.functional.gelu(layer(torch.nn.functional.layer_norm(x, x.shape[-1:])))
        scores = self.gate(x).softmax(-1)
        weights, chosen = scores.max(-1)
        mask = torch.nn.functional.one_hot(chosen, num_classes=len(self.experts)).permute(1, 0)
        return x + self.mix(x, mask, weights, torch.zeros_like(x))


@graphmend.outline.region("out")
def _outlined_mix(self, x, mask, weights, out):
    return Block.mix(self, x, mask, weights, out)


class Outlined(Block):
    def mix(self, x, mask, weights, out):
        return _outlined_mix(self, x, mask, weights, out)




def model(kind, args):
    torch.manual_seed(0)
    return torch.nn.Sequential(*(kind(args.width, args.experts, args.dense) for _ in range(4)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", default="inductor")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--dense", type=int, default=3, help="dense layers before each mixture")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--experts", type=int, default=8)
    parser.add_argument("--rows", type=int, default=64)
    args = parser.parse_args()
    torch.set_num_threads(1)
    plain, outlined = model(Block, args), model(Outlined, args)
    arms = {
        "uncompiled": plain,
        "compiled, with breaks": torch.compile(plain, backend=args.backend),
        "compiled, outlined": torch.compile(outlined, backend=args.backend, fullgraph=True),
    }
    x = torch.randn(args.rows, args.width)
    for what in ("forward", "forward and backward"):
        times = {name: [] for name in arms}
        for number in range(args.rounds + 3):
            for name, arm in arms.items():
                begin = time.perf_counter()
                if what == "forward":
                    with torch.no_grad():
                        arm(x)
                else:
                    arm(x).sum().backward()
                if number >= 3:
                    times[name].append(time.perf_counter() - begin)
        base = statistics.median(times["uncompiled"])
        shares = ", ".join(f"{name} {statistics.median(t) / base:.2f}" for name, t in times.items())
        print(f"{what}: {shares} (uncompiled: {base * 1000:.1f} ms)")


if __name__ == "__main__":
    main()
