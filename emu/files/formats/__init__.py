"""Formats of program files, one a module; :mod:`emu.files.programs` tells them apart."""
