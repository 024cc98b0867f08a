"""Game records of others: read, replayed, and every figure in them computed again."""
