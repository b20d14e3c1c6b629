"""The widgets that memtui has of its own."""
