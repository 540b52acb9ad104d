"""What only makers of the course need; nothing here is installed."""
