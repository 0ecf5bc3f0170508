"""One module a subcommand: ``add(subparsers)`` declares it, its ``run(arguments)`` does it."""
