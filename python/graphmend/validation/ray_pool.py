"""`--ray [ADDRESS]`: the entries as tasks of a Ray cluster; without an address, one is started here.

A task does what a thread of the front end does otherwise, so the worker processes, their limits and
their second chance are the same. This package travels with the tasks; on a cluster elsewhere the
working directory does too, and the program `graphmend` must be at its path there for findings.
"""

from __future__ import annotations

import dataclasses
import os
import sys

from . import entry as entries
from . import live
from .faults import Fault, describe
from .request import UsageError

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _import_ray():
    try:
        import ray
    except ImportError:
        raise UsageError(
            f"--ray: ray is not installed for {sys.executable}", "pip install 'graphmend[ray]'"
        ) from None
    return ray


def _start(ray, **where) -> None:
    """A node that a busy machine does not start in time is started once more."""
    options = {"include_dashboard": False, "log_to_driver": False, "logging_level": "warning"}
    try:
        ray.init(**where, **options)
    except Exception as error:
        if "timed out" not in str(error):
            raise
        ray.shutdown()
        ray.init(**where, **options)


def _task(entry: dict, options: dict) -> dict:
    # In Ray's own process: the package is found through the runtime environment.
    from graphmend.validation import entry as remote

    return dataclasses.asdict(remote.measure(entry, remote.Options(**options)))


def measure_all(plan) -> list:
    """One Measured for each entry, in their order. Raises UsageError where Ray cannot be had."""
    ray = _import_ray()
    local = plan.ray == "local"
    environment: dict = {"py_modules": [_PACKAGE]}
    options = dataclasses.replace(plan.options)
    if not local:
        environment["working_dir"] = os.getcwd()
        options.folder, options.sys_path = ".", ["."]
    where = {"num_cpus": plan.jobs} if local else {"address": plan.ray}
    try:
        _start(ray, runtime_env=environment, **where)
    except Exception as error:  # of no class of its own where Ray does not start in time
        raise UsageError(f"--ray: {describe(error)}") from None
    try:
        # A task whose process Ray loses is run once more, as a worker that dies is.
        task = ray.remote(num_cpus=1, max_retries=1)(_task)
        futures = [task.remote(one, dataclasses.asdict(options)) for one in plan.entries]
        with live.progress("entries", len(futures), plan.color) as shown:
            results = []
            for entry, future in zip(plan.entries, futures):
                shown.doing(entry["name"], "on the cluster")
                results.append(_result(ray, future))
                shown.done(entry["name"])
            return results
    finally:
        ray.shutdown()


def _result(ray, future) -> entries.Measured:
    try:
        return entries.Measured(**ray.get(future))
    except ray.exceptions.RayError as error:
        lines = str(error).strip().splitlines()
        fault = Fault("crash", f"Ray: {lines[0] if lines else type(error).__name__}")
        return entries.Measured(fault=fault.as_json())
