"""Cassettes of the KIM-1 outside the machine: records, their signal, audio files, and back.

The way out: :mod:`records` (bytes to characters), :mod:`signal` (characters to the square wave of
the output line), :mod:`audio` (square wave to samples), :mod:`wav` (samples to a file). The way
back: :mod:`wav`, :mod:`tones` (samples to the high and low tone), :mod:`bits` (tones to
characters), :mod:`record_reader` (characters to a record), :mod:`decode` (all the records of a
recording). :mod:`tapes` turns records into programs, :mod:`monitor_keys` has the keys to press.
"""
