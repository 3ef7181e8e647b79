"""`python -m transcdr.bag`."""

import sys

from transcdr.bag.cli import main

sys.exit(main())
