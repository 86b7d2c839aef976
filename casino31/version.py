"""Which casino31 this is: a result, a page and a certificate say what made them."""

__version__ = "0.3.0"
MAKER = f"casino31 {__version__}"
