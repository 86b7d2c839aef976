"""What files may say, as JSON Schemas: of the layouts, grids and log schemas people write, and of our own JSON."""
