"""What the dealer guarantees with all cards seen, against what is made of the same cards."""
