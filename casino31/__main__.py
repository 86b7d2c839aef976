"""``python -m casino31`` is the command line."""

from casino31.cli import main

if __name__ == "__main__":
    main()
