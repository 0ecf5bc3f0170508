"""``python -m microchess``: the ``microchess`` command.

The one module here that imports from above, since the command line is a layer above this package.
Nothing imports it, so the layers below stay usable without the layer above.
"""

import sys

from tui.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
