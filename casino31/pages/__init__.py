"""What each report says, without a format."""
