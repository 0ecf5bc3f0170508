"""How a cassette recording is told among the program files; `emu.cassette` reads and writes it."""

CASSETTE = "cassette recording"


def is_wav(blob: bytes) -> bool:
    """Whether these are the contents of a WAV file, sound or damaged."""
    return blob[:4] == b"RIFF" and blob[8:12] == b"WAVE"
