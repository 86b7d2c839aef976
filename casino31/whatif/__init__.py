"""Pages that price a layout at other pays and readings: counts without pays, and the layout's own text."""
