"""``microchess completion``: what a shell needs to complete the command line."""

import argparse

from tui.cli.arguments import add_choice

HELP = """\
Print the code that makes a shell complete the microchess command.

bash, in ~/.bashrc:                    eval "$(microchess completion bash)"
zsh, in ~/.zshrc, after compinit:      eval "$(microchess completion zsh)"
fish, once:                            microchess completion fish \\
                                         > ~/.config/fish/completions/microchess.fish
"""


def add(parser: argparse.ArgumentParser) -> None:
    add_choice(parser, "shell", ("bash", "zsh", "fish"), "your shell")


def run(arguments: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    options = ["-o", "nospace"]  # bash adds no file names of its own where we know better
    print(shellcode(["microchess"], shell=arguments.shell, complete_arguments=options))
    return 0
