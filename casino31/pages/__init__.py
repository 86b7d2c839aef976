"""What is on the pages of a report, without a format."""
