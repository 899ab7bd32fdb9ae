"""Accelerate: it compiles the modules that it prepares, where a backend is asked for."""

class Accelerator:
    dynamo_backend: str | None
    dynamo_plugin: TorchDynamoPlugin | None
    @transfer("keep_arguments")
    def __init__(self, device_placement=True, split_batches=..., mixed_precision=None, gradient_accumulation_steps=1, cpu=False, dataloader_config=None, deepspeed_plugin=None, fsdp_plugin=None, torch_tp_plugin=None, megatron_lm_plugin=None, rng_types=None, project_dir=None, project_config=None, gradient_accumulation_plugin=None, kwargs_handlers=None, dynamo_backend=None, dynamo_plugin=None, **kwargs) -> None: ...
    # Without a backend in the source, the environment decides.
    @compiles("args", when=given(self.dynamo_backend) and not is_text(self.dynamo_backend, "no"))
    @compiles("args", when=given(self.dynamo_plugin.backend) and not is_text(self.dynamo_plugin.backend, "no") and not true(self.dynamo_plugin.disable), fullgraph=true(self.dynamo_plugin.fullgraph))
    @transfer("arguments")
    def prepare(self, *args, device_placement=None): ...
    @compiles("model", when=given(self.dynamo_backend) and not is_text(self.dynamo_backend, "no"))
    @compiles("model", when=given(self.dynamo_plugin.backend) and not is_text(self.dynamo_plugin.backend, "no") and not true(self.dynamo_plugin.disable), fullgraph=true(self.dynamo_plugin.fullgraph))
    @transfer("arguments")
    def prepare_model(self, model, device_placement=None, evaluation_mode=False): ...
