"""Mutated files through `check`, `check --fix --unsafe-fixes` and that once more."""
import shutil

from mutate import mutated
from seeds import parsed

BATCH = 100
CHECK = ["check", "-j", "1", "--no-cache", "--isolated", "--exit-zero", "--extend-select", "ALL"]
FIX = [*CHECK, "--fix-only", "--unsafe-fixes", "--assume-compiled", "modules"]


def read(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def blamed(campaign, arguments, files):
    """As few of the files as do it, halved as long as a half does."""
    while len(files) > 1:
        names = sorted(files)
        for half in (names[:len(names) // 2], names[len(names) // 2:]):
            folder = campaign.folder()
            for name in half:
                (folder / name).write_bytes(files[name])
            done = campaign.run(*arguments, ".", cwd=folder)
            shutil.rmtree(folder)
            if done.defect():
                files = {name: files[name] for name in half}
                break
        else:
            break
    return files


def batch(campaign, files):
    folder = campaign.folder()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    checked = campaign.run(*CHECK, "-o", "json", ".", cwd=folder)
    if what := checked.defect():
        campaign.fault(f"check: {what}", blamed(campaign, CHECK, files))
    fixed = campaign.run(*FIX, ".", cwd=folder)
    if what := fixed.defect():
        campaign.fault(f"fix: {what}", blamed(campaign, FIX, files))
    after = read(folder)
    changed = [name for name in files if after.get(name) != files[name]]
    for name in changed:
        if name not in after or parsed(files[name]) and not parsed(after[name]):
            campaign.fault(f"{name} is no Python any more", {name: files[name], "fixed": after.get(name, b"")})
    if set(after) - set(files):
        campaign.fault(f"left behind: {sorted(set(after) - set(files))}")
    if campaign.random.random() < 0.2:
        campaign.run(*FIX, ".", cwd=folder)
        for name, data in read(folder).items():
            if data != after.get(name):
                campaign.fault(f"{name} is fixed otherwise the second time",
                               {name: files[name], "once": after.get(name, b""), "twice": data})
    shutil.rmtree(folder)
    campaign.did(len(files), fixed=len(changed))


def run(campaign):
    while campaign.goes_on():
        size = min(BATCH, (campaign.wanted or 1 << 60) - campaign.tried)
        batch(campaign, {f"m{i:03}.py": mutated(campaign.random) for i in range(size)})
