"""Program files of 6502 machines, one format a module; :mod:`emu.files.programs` tells them apart."""
