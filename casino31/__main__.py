"""``python -m casino31`` is the command line."""

import os
import signal


def main() -> None:
    """Run the command line; an interruption ends it with 130 from here on, while its modules are read too."""
    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from casino31.cli import main as run

    run()


if __name__ == "__main__":
    main()
