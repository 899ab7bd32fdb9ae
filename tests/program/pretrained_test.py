#!/usr/bin/env python3
"""Models by an id, from the cache of the Hugging Face hub or a folder: pretrained_test.py GRAPHMEND."""
import json

import program
from program import ProjectTest

# transformers, cut down to what decides which class a name stands for.
TRANSFORMERS = {
    "__init__.py": "",
    "configuration_utils.py": """\
        class PreTrainedConfig:
            model_type = ""

            def __init__(self, **kwargs):
                for key, value in kwargs.items():
                    setattr(self, key, value)

            @classmethod
            def from_pretrained(cls, pretrained_model_name_or_path, **kwargs):
                return cls(**download(pretrained_model_name_or_path))
        """,
    "modeling_utils.py": """\
        import torch


        class PreTrainedModel(torch.nn.Module):
            config_class = None

            def __init__(self, config):
                super().__init__()
                self.config = config

            @classmethod
            def from_pretrained(cls, pretrained_model_name_or_path, *model_args, config=None, **kwargs):
                return download(cls, pretrained_model_name_or_path)
        """,
    "models/__init__.py": "",
    "models/auto/__init__.py": "",
    "models/auto/auto_factory.py": """\
        class _LazyAutoMapping:
            def __init__(self, configs, models):
                self.configs, self.models = configs, models


        class _BaseAutoModelClass:
            _model_mapping = None

            @classmethod
            def from_pretrained(cls, pretrained_model_name_or_path, *model_args, **kwargs):
                return download(cls, pretrained_model_name_or_path)
        """,
    "models/auto/auto_mappings.py": """\
        CONFIG_MAPPING_NAMES = dict([("big-one", "BigOneConfig"), ("tiny", "TinyConfig")])
        SPECIAL_MODEL_TYPE_TO_MODULE_NAME = dict([("tiny", "small")])
        """,
    "models/auto/configuration_auto.py": """\
        from .auto_mappings import CONFIG_MAPPING_NAMES, SPECIAL_MODEL_TYPE_TO_MODULE_NAME


        class AutoConfig:
            @classmethod
            def from_pretrained(cls, pretrained_model_name_or_path, **kwargs):
                return download(pretrained_model_name_or_path)
        """,
    "models/auto/modeling_auto.py": """\
        from .auto_factory import _BaseAutoModelClass, _LazyAutoMapping
        from .configuration_auto import CONFIG_MAPPING_NAMES

        MODEL_NAMES = dict([("big-one", "BigOneModel"), ("tiny", ("TinyModel", "TinyHead"))])
        MODEL_MAPPING = _LazyAutoMapping(CONFIG_MAPPING_NAMES, MODEL_NAMES)


        class AutoModel(_BaseAutoModelClass):
            _model_mapping = MODEL_MAPPING

            @classmethod
            def from_pretrained(cls, pretrained_model_name_or_path, *model_args, **kwargs):
                return super().from_pretrained(pretrained_model_name_or_path, *model_args, **kwargs)
        """,
    "models/big_one/__init__.py": "",
    "models/big_one/configuration_big_one.py": """\
        from ...configuration_utils import PreTrainedConfig


        class BigOneConfig(PreTrainedConfig):
            model_type = "big-one"

            def __init__(self, layers=1, limit=0.0, chatty=False, **kwargs):
                super().__init__(**kwargs)
                self.layers, self.limit, self.chatty = layers, limit, chatty
        """,
    "models/big_one/modeling_big_one.py": """\
        from ...modeling_utils import PreTrainedModel


        class BigOneModel(PreTrainedModel):
            def forward(self, x):
                if self.config.layers == 3 and x.sum() > 0:
                    return x
                if self.config.limit < 0:
                    print("limit")
                if self.config.chatty:
                    print("chatty")
                return -x
        """,
    "models/small/__init__.py": "",
    "models/small/configuration_small.py": """\
        from ...configuration_utils import PreTrainedConfig


        class TinyConfig(PreTrainedConfig):
            model_type = "tiny"
        """,
    "models/small/modeling_small.py": """\
        from ...modeling_utils import PreTrainedModel
        from .configuration_small import TinyConfig


        class TinyModel(PreTrainedModel):
            config_class = TinyConfig

            def forward(self, x):
                return x.item()


        class TinyHead(PreTrainedModel):
            config_class = TinyConfig

            def forward(self, x):
                print("head")
                return x
        """,
}
SITE = "venv/lib/python3.12/site-packages"


class PretrainedTest(ProjectTest):
    def setUp(self):
        super().setUp()
        self.write({"venv/pyvenv.cfg": "home = /usr/bin\n"})
        self.write({f"{SITE}/transformers/{name}": text for name, text in TRANSFORMERS.items()})

    def cache_model(self, name, config, commit="c0ffee", **files):
        """What a download of the model leaves in the cache."""
        folder = "hub/models--" + name.replace("/", "--")
        text = config if isinstance(config, str) else json.dumps(config)
        self.write({f"{folder}/refs/main": commit, f"{folder}/snapshots/{commit}/config.json": text})
        self.write({f"{folder}/snapshots/{commit}/{file}.py": text for file, text in files.items()})

    def options(self, **environment):
        return {"environment": {"VIRTUAL_ENV": str(self.root / "venv"),
                                "HF_HUB_CACHE": str(self.root / "hub"), **environment}}

    def breaks(self, model, *arguments, **environment):
        """(file, line) of each certain break of what is compiled, and whether all of it was followed."""
        self.write({"use.py": f"""\
            import torch
            from transformers.models.auto.configuration_auto import AutoConfig
            from transformers.models.auto.modeling_auto import AutoModel
            from transformers.models.big_one.modeling_big_one import BigOneModel

            model = torch.compile({model})
            model(torch.ones(2))
            """})
        done = self.run_program("check", "use.py", "--library-breaks=place", "--output-format", "json",
                                *arguments, **self.options(**environment))
        self.assertIn(done.returncode, (0, 1), done.stderr)
        report = json.loads(done.stdout)
        found = [(f["path"].rsplit("/", 1)[-1], f["location"]["line"]) for f in report["findings"] if f["firm"]]
        return sorted(found), not report["entries"]["incomplete"]


class HubTest(PretrainedTest):
    BIG = {"model_type": "big-one", "layers": 3, "limit": -1.5, "id2label": {"0": "a"}, "none": None}

    def test_auto_class(self):
        self.cache_model("org/big", self.BIG)
        expected = [("modeling_big_one.py", 6), ("modeling_big_one.py", 9)]
        self.assertEqual(self.breaks('AutoModel.from_pretrained("org/big")'), (expected, True))

    def test_class_of_the_model(self):
        self.cache_model("org/big", {**self.BIG, "layers": 2})
        expected = [("modeling_big_one.py", 9)]
        self.assertEqual(self.breaks('BigOneModel.from_pretrained("org/big")'), (expected, True))

    def test_call_changes_configuration(self):
        self.cache_model("org/big", self.BIG)
        changed = 'AutoModel.from_pretrained("org/big", layers=1, limit=0.5, chatty=True)'
        self.assertEqual(self.breaks(changed), ([("modeling_big_one.py", 11)], True))

    def test_configuration_is_passed(self):
        self.cache_model("org/big", self.BIG)
        passed = 'BigOneModel.from_pretrained("other", config=AutoConfig.from_pretrained("org/big"))'
        self.assertEqual(len(self.breaks(passed)[0]), 2)

    def test_architectures_choose(self):
        self.cache_model("tiny", {"model_type": "tiny", "architectures": ["TinyHead"]})
        self.assertEqual(self.breaks('AutoModel.from_pretrained("tiny")')[0], [("modeling_small.py", 16)])
        self.cache_model("tiny", {"model_type": "tiny"})
        self.assertEqual(self.breaks('AutoModel.from_pretrained("tiny")')[0], [("modeling_small.py", 9)])

    def test_revision(self):
        self.cache_model("tiny", {"model_type": "tiny"}, commit="0ld")
        self.cache_model("tiny", {"model_type": "tiny", "architectures": ["TinyHead"]}, commit="new")
        model = 'AutoModel.from_pretrained("tiny", revision="{}")'
        self.assertEqual(self.breaks(model.format("0ld"))[0], [("modeling_small.py", 9)])
        self.assertEqual(self.breaks(model.format("main"))[0], [("modeling_small.py", 16)])
        self.assertEqual(self.breaks(model.format("none")), ([], False))

    def test_folder_of_the_project(self):
        self.write({"models/mine/config.json": json.dumps(self.BIG)})
        self.assertEqual(len(self.breaks('AutoModel.from_pretrained("./models/mine")')[0]), 2)

    def test_where_the_cache_is(self):
        self.cache_model("org/big", self.BIG)
        (self.root / "home").mkdir()
        (self.root / "hub").rename(self.root / "home/hub")
        model = 'AutoModel.from_pretrained("org/big")'
        self.assertEqual(self.breaks(model), ([], False))
        self.assertEqual(len(self.breaks(model, HF_HUB_CACHE="", HF_HOME=str(self.root / "home"))[0]), 2)
        home = {"HF_HUB_CACHE": "", "HF_HOME": "", "XDG_CACHE_HOME": "", "HOME": str(self.root)}
        (self.root / ".cache").mkdir()
        (self.root / "home").rename(self.root / ".cache/huggingface")
        self.assertEqual(len(self.breaks(model, **home)[0]), 2)

    def test_not_downloaded(self):
        self.assertEqual(self.breaks('AutoModel.from_pretrained("org/big")'), ([], False))

    def test_kept_results_notice_a_download(self):
        kept = {"GRAPHMEND_CACHE_DIR": str(self.root / "kept")}
        model = 'AutoModel.from_pretrained("org/big")'
        self.assertEqual(self.breaks(model, **kept), ([], False))
        self.cache_model("org/big", self.BIG)
        self.assertEqual(len(self.breaks(model, **kept)[0]), 2)
        self.cache_model("org/big", {**self.BIG, "layers": 1})
        self.assertEqual(len(self.breaks(model, **kept)[0]), 1)


class OwnCodeTest(PretrainedTest):
    def setUp(self):
        super().setUp()
        self.cache_model(
            "org/own",
            {"model_type": "own", "auto_map": {"AutoConfig": "configuration_own.OwnConfig",
                                               "AutoModel": "modeling_own.OwnModel"}},
            configuration_own="""\
                from transformers.configuration_utils import PreTrainedConfig

                class OwnConfig(PreTrainedConfig):
                    model_type = "own"
                """,
            modeling_own="""\
                from transformers.modeling_utils import PreTrainedModel
                from .configuration_own import OwnConfig

                class OwnModel(PreTrainedModel):
                    config_class = OwnConfig

                    def forward(self, x):
                        print(self.config.model_type)
                        return x
                """)

    def test_trusted(self):
        model = 'AutoModel.from_pretrained("org/own", trust_remote_code=True)'
        self.assertEqual(self.breaks(model), ([("modeling_own.py", 8)], True))

    def test_not_trusted(self):
        self.assertEqual(self.breaks('AutoModel.from_pretrained("org/own")'), ([], False))

    def test_of_another_repository(self):
        self.cache_model("org/uses", {"model_type": "own", "auto_map": {
            "AutoConfig": "org/own--configuration_own.OwnConfig",
            "AutoModel": "org/own--modeling_own.OwnModel"}})
        model = 'AutoModel.from_pretrained("org/uses", trust_remote_code=True)'
        self.assertEqual(self.breaks(model), ([("modeling_own.py", 8)], True))


class HostileTest(PretrainedTest):
    def test_paths_stay_below(self):
        self.write({"hub/outside/config.json": json.dumps(HubTest.BIG)})
        self.cache_model("tiny", {"model_type": "tiny"}, commit="../../../outside")
        for name in ("tiny", "../hub/outside", str(self.root / "hub/outside"), "a/../../hub/outside"):
            self.write({"inner/use.txt": ""})
            found = self.breaks(f"AutoModel.from_pretrained({name!r})")
            self.assertEqual(found, ([], False), name)

    def test_damaged_configurations(self):
        wrong = ("", "{", "[]", "null", '{"model_type": 3}', '{"model_type": "big-one", "layers": [}',
                 "print(1)", '{"model_type": ["tiny"]}', '{"auto_map": "x", "model_type": "own"}')
        for text in wrong:
            self.cache_model("org/big", text)
            found = self.breaks('AutoModel.from_pretrained("org/big", trust_remote_code=True)')
            self.assertEqual(found, ([], False), text)

    def test_large_configurations(self):
        self.cache_model("org/big", {**HubTest.BIG, "labels": {str(i): i for i in range(20000)},
                                     "numbers": list(range(20000)), **{f"k{i}": i for i in range(3000)}})
        self.assertEqual(len(self.breaks('AutoModel.from_pretrained("org/big")')[0]), 2)
        self.cache_model("org/big", '{"model_type": "big-one", "x": ' + "[" * 5000 + "]" * 5000 + "}")
        self.assertEqual(self.breaks('AutoModel.from_pretrained("org/big")'), ([], False))


class TorchHubTest(PretrainedTest):
    def setUp(self):
        super().setUp()
        self.write({
            "repo/hubconf.py": """\
                from nets import Net

                def small(width, pretrained=False, loud=False):
                    return Net(width, loud)
                """,
            "repo/nets.py": """\
                import torch

                class Net(torch.nn.Module):
                    def __init__(self, width, loud):
                        super().__init__()
                        self.width, self.loud = width, loud

                    def forward(self, x):
                        if self.width == 4 and self.loud:
                            print("loud")
                        return x
                """})

    def test_local_folder(self):
        model = 'torch.hub.load("repo", "small", 4, source="local", loud=True)'
        self.assertEqual(self.breaks(model), ([("nets.py", 10)], True))
        self.assertEqual(self.breaks('torch.hub.load("./repo", "small", 4, source="local")'), ([], True))

    def test_not_local(self):
        for model in ('torch.hub.load("repo", "small", 4)', 'torch.hub.load("repo", "none", source="local")',
                      'torch.hub.load("nowhere", "small", 4, source="local")',
                      'torch.hub.load("../repo", "small", 4, source="local")'):
            self.assertEqual(self.breaks(model), ([], False), model)


if __name__ == "__main__":
    program.main()
