"""What the program `graphmend` starts for `validate`, `triage`, `patch`, `run` and `stubs record`; the request is on fd 3."""
# Written so that any Python can read it, and say that it is too old.
import os
import sys

if sys.version_info < (3, 9):
    sys.stderr.write(
        "error: %s is Python %s; graphmend needs 3.9\n  hint: --python names another\n"
        % (sys.executable, sys.version.split()[0])
    )
    sys.exit(2)
if __name__ == "__main__":
    sys.path.pop(0)  # the folder of this script: its modules have short names
    import runpy

    _worker = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker.py")
    runpy.run_path(_worker)["_bootstrap"]()
    from graphmend.validation.front import main

    sys.exit(main())
