"""Looking at a running machine: stops, traces, profiles, logs, and the way back."""
