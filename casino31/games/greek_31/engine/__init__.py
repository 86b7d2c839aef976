"""What a stated banker is worth: every information set of the punter, exactly."""
