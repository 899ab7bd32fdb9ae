"""What may happen while it runs: it is killed, others change the files, the disk is full."""
import hashlib
import os
import resource
import shutil
import signal
import subprocess
import threading
import time

MODULE = '''import torch
import warnings
from m{next} import f{next} as other


@torch.compile
def f{i}(x):
    warnings.warn("a{i}")
    return other(x)


"""{padding}"""
'''
FIX = ["check", "--no-cache", "--isolated", "-j", "1", "--fix-only", "."]


def make(folder, files, padding):
    for i in range(files):
        text = MODULE.format(i=i, next=(i + 1) % files, padding="pad pad pad\n" * padding)
        (folder / f"m{i}.py").write_text(text)
    return folder


def state(folder):
    return {p.name: hashlib.sha1(p.read_bytes()).hexdigest() if p.is_file() else "" for p in folder.iterdir()}


class Fixed:
    """A folder as it is before and after fixing."""

    def __init__(self, campaign, files, padding):
        self.campaign = campaign
        self.old = make(campaign.folder(), files, padding)
        self.before = state(self.old)
        done_in = self.copy()
        begun = time.monotonic()
        done = campaign.run(*FIX, cwd=done_in)
        self.seconds = time.monotonic() - begun
        self.after = state(done_in)
        if done.status != 0 or any(self.before[name] == self.after[name] for name in self.before):
            raise RuntimeError(f"the files are not fixed: {done.errors[-500:]}")

    def copy(self):
        folder = self.campaign.folder()
        return shutil.copytree(self.old, folder, dirs_exist_ok=True)

    def torn(self, folder):
        """Files that are neither as they were nor as they shall be."""
        now = state(folder)
        return [name for name in self.before if now.get(name) not in (self.before[name], self.after[name])]


def killed(campaign):
    """Most are killed by a signal that nothing can catch; the other signals leave no temporary file behind."""
    fixed = Fixed(campaign, 40, 300)
    while campaign.goes_on():
        folder = fixed.copy()
        first = os.stat(folder).st_mtime_ns
        process = subprocess.Popen([campaign.program, *FIX], cwd=folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, env=campaign.environment())
        end = time.monotonic() + 120
        # Sometimes at any time, else soon after the first file was begun.
        if campaign.random.random() < 0.2:
            time.sleep(campaign.random.random() * fixed.seconds)
        else:
            while os.stat(folder).st_mtime_ns == first and process.poll() is None and time.monotonic() < end:
                time.sleep(0.0003)
            time.sleep(campaign.random.random() ** 2 * fixed.seconds * 0.3)
        number = campaign.random.choice([signal.SIGKILL] * 3 + [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
        process.send_signal(number)
        process.wait()
        now = state(folder)
        done = sum(now.get(name) == fixed.after[name] for name in fixed.before)
        if torn := fixed.torn(folder):
            campaign.fault(f"torn after {number!r}: {torn[:5]}", {n: (folder / n).read_bytes() for n in torn[:3]})
        left = set(now) - set(fixed.before)
        if left and number != signal.SIGKILL:
            campaign.fault(f"left behind after {number!r}: {sorted(left)[:5]}")
        if campaign.random.random() < 0.05:
            campaign.run(*FIX, cwd=folder)
            if {name: state(folder)[name] for name in fixed.before} != fixed.after:
                campaign.fault("what was begun cannot be brought to an end")
        campaign.did(half_done=0 < done < len(fixed.before), left_a_temporary_file=len(left))
        shutil.rmtree(folder)


def at_once_opened(path, mode):
    """A pipe that nobody reads would be waited for."""
    return open(path, mode, opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK))


def disturb(campaign, folder, stop):
    """Somebody else at work in the folder."""
    files = sorted(folder.iterdir())
    random = campaign.random
    while not stop.is_set():
        path = random.choice(files)
        try:
            kind = random.randrange(7)
            if kind == 0:
                path.unlink()
            elif kind == 1:
                with at_once_opened(path, "w") as file:
                    file.write("x = 1\n" * random.randrange(500))
            elif kind == 2:
                os.truncate(path, random.randrange(50))
            elif kind == 3:
                path.unlink()
                path.mkdir()
            elif kind == 4:
                path.unlink()
                path.symlink_to(random.choice(["m0.py", path.name, "/dev/zero"]))
            elif kind == 5:
                path.unlink()
                os.mkfifo(path)
            else:
                with at_once_opened(path, "ab") as file:
                    file.write(b"\xff\x00")
        except OSError:
            pass
        time.sleep(0.002)


def raced(campaign):
    """Files change under a check; several processes fix one folder, and share one cache whose records are spoilt."""
    fixed = Fixed(campaign, 40, 100)
    while campaign.goes_on():
        change_files(campaign)
        fix_at_once(campaign, fixed)
        share_cache(campaign)
        campaign.did()


def change_files(campaign):
    folder, stop = make(campaign.folder(), 60, 100), threading.Event()
    other = threading.Thread(target=disturb, args=(campaign, folder, stop))
    other.start()
    for more in ([], ["--diff"], ["--fix"], ["--fix", "--unsafe-fixes"]):
        done = campaign.run("check", "--no-cache", "--isolated", "-j", "2", "-o", "concise", *more, ".", cwd=folder)
        if what := done.defect():
            campaign.fault(f"files change meanwhile: {what}")
    stop.set()
    other.join()
    shutil.rmtree(folder)


def at_once(campaign, commands, cwd, environment=None):
    processes = [subprocess.Popen([campaign.program, *command], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env=environment or campaign.environment()) for command in commands]
    return [(*process.communicate(), process.returncode) for process in processes]


def fix_at_once(campaign, fixed):
    folder = fixed.copy()
    for output, errors, status in at_once(campaign, [FIX] * 3, folder):
        if status not in (0, 2) or b"GM000" in errors:
            campaign.fault(f"three at once: status {status}: {errors[-800:].decode(errors='replace')}")
    now = state(folder)
    if torn := fixed.torn(folder) or sorted(set(now) - set(fixed.before)):
        campaign.fault(f"three at once: torn or left behind: {torn[:5]}")
    shutil.rmtree(folder)


def share_cache(campaign):
    folder, cache = make(campaign.folder(), 10, 10), campaign.folder()
    environment = campaign.environment(GRAPHMEND_CACHE_DIR=str(cache))
    command = ["check", "--isolated", "-j", "1", "-o", "json", "."]
    wanted = None
    for _ in range(3):
        for output, errors, status in at_once(campaign, [command] * 3, folder, environment):
            wanted = wanted or output
            if status != 1 or output != wanted:
                campaign.fault(f"one cache for three: status {status}: {errors[-800:].decode(errors='replace')}",
                               {"output": output, "wanted": wanted})
        for record in cache.glob("*.record"):
            spoil(campaign.random, record)
    shutil.rmtree(folder)
    shutil.rmtree(cache)


def spoil(random, record):
    if not record.is_file():
        return
    data = bytearray(record.read_bytes())
    kind = random.randrange(4)
    if kind == 0:
        record.unlink()
        record.mkdir()
    elif kind == 1:
        record.write_bytes(data[:random.randrange(len(data))])
    elif kind == 2:
        for _ in range(random.choice([1, 8])):
            data[random.randrange(len(data))] = random.randrange(256)
        record.write_bytes(data)
    else:
        record.write_bytes(bytes(data) + b"more")


def full_disk(campaign):
    """A limit on the size of files: what is written ends anywhere. Nothing is torn, and nothing is called fixed that is not."""
    fixed = Fixed(campaign, 12, 300)
    sizes = sorted((fixed.old / name).stat().st_size for name in fixed.before)
    while campaign.goes_on():
        folder = fixed.copy()
        # Above: with room for all; a little below: for some.
        limit = campaign.random.choice([0, 1, 100, sizes[0] - 1, sizes[0] + 10, sizes[0] + 60, sizes[-1] + 25, 1 << 20])
        done = campaign.run(*FIX[:-1], "-o", "concise", ".", cwd=folder,
                            preexec_fn=lambda: limit_files(limit))
        now = state(folder)
        count = sum(now.get(name) == fixed.after[name] for name in fixed.before)
        if what := done.defect():
            campaign.fault(f"limit {limit}: {what}")
        if torn := fixed.torn(folder) or sorted(set(now) - set(fixed.before)):
            campaign.fault(f"limit {limit}: torn or left behind: {torn[:5]}")
        if (done.status == 0) != (count == len(fixed.before)):
            campaign.fault(f"limit {limit}: {count} were fixed, and the status is {done.status}")
        claims = f"Fixed {count} graph break".encode()
        if count and claims not in done.errors + done.output or not count and b"Fixed " in done.errors + done.output:
            campaign.fault(f"limit {limit}: {count} were fixed; said: {(done.errors + done.output)[-400:].decode()}")
        campaign.did(fixed=count, refused=len(fixed.before) - count)
        shutil.rmtree(folder)


def limit_files(size):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
