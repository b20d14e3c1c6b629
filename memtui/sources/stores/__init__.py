"""The stores that agents already have: found, read, audited, brought in as proposals, and written back to."""
