import sys

from graphmend import main

if sys.argv[1:2] == ["run"]:  # in this interpreter, not in the one that the program would find
    from graphmend.run_program import main as run

    sys.exit(run(sys.argv[2:]))

sys.exit(main())
