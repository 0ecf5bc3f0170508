"""``microchess completion``: what a shell needs to complete the command line."""

from __future__ import annotations

import argparse
from typing import Any

from tui.cli.arguments import add_choice

SHELLS = ("bash", "zsh", "fish")
_EXAMPLES = """\
bash, in ~/.bashrc:                    eval "$(microchess completion bash)"
zsh, in ~/.zshrc, behind compinit:     eval "$(microchess completion zsh)"
fish, once:                            microchess completion fish \\
                                         > ~/.config/fish/completions/microchess.fish
"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "completion",
        description="Print the code that makes a shell complete the microchess command.",
        epilog=_EXAMPLES,
    )
    add_choice(parser, "shell", SHELLS, "your shell")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print it."""
    from argcomplete.shell_integration import shellcode

    options = ["-o", "nospace"]  # bash adds no file names of its own where we know better
    print(shellcode(["microchess"], shell=arguments.shell, complete_arguments=options))
    return 0
