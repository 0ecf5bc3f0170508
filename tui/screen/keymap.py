"""A user's own keys: a JSON object of binding ids and keys."""

import os
from collections.abc import Mapping
from pathlib import Path

import platformdirs

from emu.files import reading
from microchess.errors import MicroChessError

VARIABLE = "MICROCHESS_KEYS"
"""Environment variable that names another file."""


class KeymapError(MicroChessError):
    """The file of keys cannot be used."""


def default_path() -> Path:
    """Where the keys are looked for."""
    if other := os.environ.get(VARIABLE):
        return Path(other)
    return Path(platformdirs.user_config_dir("kim1-microchess", appauthor=False)) / "keys.json"


def read_keymap(path: Path) -> Mapping[str, str]:
    """Keys by binding id, e.g. ``{"game.undo": "backspace"}``; empty without a file.

    Raises KeymapError, naming the file and what is wrong.
    """
    try:
        keys = reading.read_json(path)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise KeymapError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        keys = None
    if not isinstance(keys, dict) or not all(isinstance(key, str) for key in keys.values()):
        raise KeymapError(f'{path}: expected {{"binding id": "key"}}, e.g. {{"game.undo": "z"}}')
    return keys
