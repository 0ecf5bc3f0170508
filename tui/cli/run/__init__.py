"""The machine without a screen: what ``microchess kim`` runs for scripts."""
