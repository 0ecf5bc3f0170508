"""Full speed: 6502 code recompiled as it runs, exact to the cycle; see turbo.md."""
