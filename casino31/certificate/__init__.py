"""Certificates: everything that a stranger needs to check a layout's figures without this program."""
