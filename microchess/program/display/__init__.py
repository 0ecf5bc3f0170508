"""What notebooks show of positions, tables and replies: small, self-contained HTML and SVG."""
