"""Runs programs in a process of its own: a job of JSON on each line of the standard input, what was
observed on one of the standard output.

A job is {"id", "path", "calls", "backend"}: the module at `path` is imported with torch.compile
standing for that backend, or for nothing where it is null, and `main`, or else `fast`, is called with
what each of the calls sets. The argument is the device on which tensors are made.
"""

import importlib.util
import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python")]

import observe  # noqa: E402
import tensors  # noqa: E402


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def compiler(torch, backend, compiled):
    """torch.compile, for one backend; nothing where there is none."""

    def compile(model=None, **options):
        if model is None:
            return lambda function: compile(function, **options)
        if backend is None:
            return model
        options.pop("backend", None)
        options.pop("mode", None)
        return compiled(model, backend=backend, **options)

    return compile


def call(torch, module, number, source, owner, folder):
    observe.seed(torch, 100 + number)
    args, leaves = tensors.inputs(source)
    function = getattr(module, "main", None) or module.fast
    observation = {"raises": None, "result": None, "backward": {"grads": None}}
    with observe.heard(folder) as said:
        observe.seed(torch, number)
        try:
            result = function(*args)
        except Exception as error:  # what it raises is what is compared
            observation["raises"] = observe.raised(error)
            result = None
        observation["random"] = observe.random_state(torch)
        memory = observe.Memory()
        observation["arguments"] = [[str(i), observe.of(torch, a, memory)] for i, a in enumerate(args)]
        observation["state"] = observe.state_of(torch, owner, memory)
        if observation["raises"] is None:
            observation["result"] = observe.of(torch, result, memory)
            parameters = list(owner.parameters()) if isinstance(owner, torch.nn.Module) else []
            observation["backward"] = observe.backward(torch, result, leaves + parameters)
    observation["said"] = list(said)
    return observation


def run(torch, job):
    import torch._dynamo.config as config

    before = config.get_config_copy()
    compiled = torch.compile
    if job["backend"] == "inductor":
        import torch._inductor.config as inductor

        inductor.fallback_random = True  # else it draws by a generator of its own
    torch._dynamo.reset()
    name = "program"
    torch.set_default_dtype(torch.float32)
    observation = {"id": job["id"], "backend": job["backend"], "import": None, "calls": []}
    try:
        torch.compile = compiler(torch, job["backend"], compiled)
        observe.seed(torch, 0)
        with observe.heard(job["path"]) as said:
            try:
                module = load(job["path"], name)
            except Exception as error:
                observation["import"] = observe.raised(error)
        torch.compile = compiled  # torch.cond, for one, compiles by it
        observation["import_said"] = list(said)
        if observation["import"] is None:
            owner = getattr(module, "model", None)
            for number, source in enumerate(job["calls"]):
                observation["calls"].append(call(torch, module, number, source, owner, job["path"]))
    finally:
        torch.compile = compiled
        sys.modules.pop(name, None)
        for key, value in before.items():
            if getattr(config, key) != value:
                setattr(config, key, value)
    return observation


def device_is_lost(observation):
    """What a kernel said by which no other one of this process runs, such as an index out of range."""
    errors = [call["raises"]["text"] for call in observation["calls"] if call["raises"]]
    return next((text for text in errors if "CUDA error" in text or "device-side assert" in text), None)


def main():
    import logging

    import torch
    import torch._dynamo

    torch.set_num_threads(1)
    if sys.argv[1:] not in ([], ["cpu"]):
        torch.set_default_device(sys.argv[1])
    torch.set_warn_always(True)  # what warns once only would warn the original alone
    torch._logging.set_logs(all=logging.CRITICAL)
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a program prints past sys.stdout
    for line in sys.stdin:
        observation = run(torch, json.loads(line))
        if lost := device_is_lost(observation):
            observation = {"fault": lost}  # and the next program has a process of its own
        print(json.dumps(observation), file=out, flush=True)


if __name__ == "__main__":
    main()
