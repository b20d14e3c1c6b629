"""The program that hooks start, by its path or as ``python -m memtui.hooks HOOK``."""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    # Started by its path with -I -S, the interpreter knows its own library alone, and saves half of its start.
    # Behind that library, since a package beside memtui may bear the name of one of its modules.
    sys.path.append(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    from memtui.hooks.running import main

    sys.exit(main())
