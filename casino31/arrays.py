"""Names of array types, for annotations."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Whole: TypeAlias = NDArray[np.integer]
"""Integers of any width: codes, cards, places."""
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Exact: TypeAlias = NDArray[np.object_]
"""Python integers, which never overflow."""
