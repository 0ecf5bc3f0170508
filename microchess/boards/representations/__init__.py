"""The memories of the gallery, a file each."""
