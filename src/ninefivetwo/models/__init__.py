"""What was fitted to played deals: forecasts, estimates, match equity and par."""
