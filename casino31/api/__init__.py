"""What ``import casino31`` offers, self-checks included; the command line is its client."""
