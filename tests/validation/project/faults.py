"""What validate_test.py runs: everything that can go wrong."""

import ctypes
import json
import os
import signal
import sys
import time

import torch

INPUT = (torch.ones(2, 4),)
not_callable = 3


class NeedsArguments(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width


def no_inputs():
    raise ValueError("no data today")


def raises(x):
    raise KeyError("in the model")


def hangs(x):
    if "PID_FILE" in os.environ:
        with open(os.environ["PID_FILE"], "w") as file:
            print(os.getpid(), file=file)
    while True:
        time.sleep(1)


def eats_memory(x):
    return x + torch.ones(1 << 34).sum()


def segfaults(x):
    ctypes.string_at(0)
    return x


def writes_into_the_report(x):
    with open(sys.argv[1]) as file:
        events = json.load(file)["events"]
    with open(events, "a") as file:
        file.write('{"result": [1]}\n')
    return x


def killed_once(x):
    marker = os.environ["KILLED_ONCE"]
    if not os.path.exists(marker):
        open(marker, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return x + 1


def no_tensor(x):
    return x.shape[0]


def non_deterministic(x):
    return x * int.from_bytes(os.urandom(4), "little")


def recompiles(x):
    # Compiled only: eager never asks.
    torch._dynamo.config.error_on_recompile = True
    return x * 2
