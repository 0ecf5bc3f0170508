"""Program files of 6502 machines, one format a module; :mod:`emu.programs` tells them apart."""
