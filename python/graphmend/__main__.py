import sys

from graphmend import main

sys.exit(main())
