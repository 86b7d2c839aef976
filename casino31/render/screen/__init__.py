"""What a web page shows besides the pages of a report: maps, curves, and pays that can be changed."""
