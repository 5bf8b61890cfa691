"""What commands on checkpoints found, as text and as data."""
