"""The KIM-1's terminal: a person's own, a pipe, or a pseudo-terminal that others open."""
