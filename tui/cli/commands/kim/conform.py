"""``microchess kim conform``: the processor against other people's tests."""

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from emu import engines
from emu.conformance import selftest
from emu.conformance.cases import ENDINGS, read_file
from emu.conformance.selftest import Verdict
from emu.conformance.singlestep import OpcodeTally, run_cases
from emu.errors import ConformanceError
from emu.files.programs import read_program, read_source
from tui.cli.arguments import add_flag, add_value, address, cycles
from tui.cli.rules import refuses

HELP = """\
Run other people's tests of the 6502 on this one.

A .json file holds SingleStepTests cases (Tom Harte's 65x02 collection, 6502/v1), a .jsonl file one
a line; either may be packed (.gz), and a FOLDER stands for all of them in it. A case that has "low"
instead of "final" is a short program, with IRQ and NMI pulled low for some cycles. Any other file
is a program that tests the processor from within and ends in a jump to itself, by default Klaus
Dormann's 6502_functional_test as he publishes it. A raw binary loads at 0000, or at ADDR. Neither
collection comes with this program.

examples:
  microchess kim conform 6502_functional_test.bin
  microchess kim conform my_build.hex --start 0400 --success 3399
  microchess kim conform decimal.bin@0200 --start 0200 --success 024B --error-byte 000B
  microchess kim conform 65x02/6502/v1
  microchess kim conform cases.jsonl.gz --undocumented --bus
  KIM1_ENGINE=wasm microchess kim conform 65x02/6502/v1
  microchess kim conform a9.json 6d.json --json           a JSON object a line

exit codes: 0 all that was run passed; 1 something failed, nothing could be run, or a file cannot
be read (one line on stderr says which); 2 wrong usage

The processor runs in 64 KB of RAM, without a KIM-1 around it, on the engine that KIM1_ENGINE names:
py65 (if it names none), or wasm, which runs each case twice, interpreted and translated. Without
--bus only fetches and writes are compared in cases of interrupts. Cases of undocumented opcodes are
counted as not run unless --undocumented asks for them; where ANE and LXA show a constant that
differs between chips, A, X, N and Z are not compared.
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE[@ADDR]|FOLDER")
    add_flag(parser, "--json", "print a JSON object a line")
    add_flag(parser, "--undocumented", "run cases of undocumented opcodes too")
    add_flag(parser, "--bus", "compare what is on the bus in every cycle")
    program = parser.add_argument_group("programs")
    for name, what, place in (
        ("start", "where it begins", selftest.START),
        ("success", "where it ends if all is well", selftest.SUCCESS),
    ):
        add_value(program, f"--{name} ADDR", f"{what} (default: {place:04X})", address, place)
    add_value(
        program, "--error-byte ADDR", "the test fails if this byte is not 0 at the end", address
    )
    add_value(program, "--max-cycles N", "give up after so many", cycles, selftest.MAX_CYCLES)
    programs = "--start --success --error-byte --max-cycles"
    refuses(parser, programs, lambda its: all(map(_has_cases, its.files)), "on files of cases")
    refuses(
        parser,
        "--undocumented --bus",
        lambda its: not any(map(_has_cases, its.files)),
        "on programs",
    )


def _has_cases(name: str) -> bool:
    return name.lower().endswith(ENDINGS) or Path(name).is_dir()


def run(arguments: argparse.Namespace) -> int:
    """Run every file, tell of each as soon as it is done."""
    tallies: list[OpcodeTally] = []
    verdicts: list[Verdict] = []
    console = Console(stderr=True)
    engine = _engine()
    for file in _files(arguments.files):
        with console.status(f"running {file}"):
            if _has_cases(file):
                cases = read_file(file)
                done = run_cases(cases, arguments.undocumented, arguments.bus, engine)
            else:
                source, o = read_source(file), arguments
                program = read_program(source.data, source.name, source.address or 0)
                limits = o.error_byte, o.max_cycles
                verdicts.append(selftest.run(program, o.start, o.success, *limits, engine))
                done = []
        for tally in done:
            _print_tally(file, tally, arguments.json)
        if not done:
            _print_verdict(file, verdicts[-1], arguments.json)
        tallies += done
    if tallies and not arguments.json:
        _print_totals(tallies)
    failed = any(one.failed for one in tallies) or not all(one.passed for one in verdicts)
    ran = verdicts or any(one.passed for one in tallies)
    return 0 if ran and not failed else 1


def _files(names: list[str]) -> Iterator[str]:
    """The files, with those of a folder in its place."""
    for name in names:
        if not Path(name).is_dir():
            yield name
            continue
        found = sorted(str(p) for p in Path(name).iterdir() if p.name.lower().endswith(ENDINGS))
        if not found:
            raise ConformanceError(f"{name} is a folder without .json or .jsonl files")
        yield from found


def _engine() -> str:
    """``py65`` or ``wasm``."""
    wanted = os.environ.get(engines.ENVIRONMENT) or "py65"
    return engines.check("wasm" if wanted == "auto" else wanted)


def _print_verdict(file: str, verdict: Verdict, as_json: bool) -> None:
    if as_json:
        fields = asdict(verdict) | {"registers": verdict.registers._asdict()}
        print(json.dumps({"file": file, **fields}), flush=True)
        return
    word = "passed" if verdict.passed else "FAILED"
    print(f"{file}: {word}: {verdict.end}")
    print(f"  {verdict.instructions:,} instructions, {verdict.cycles:,} cycles")
    if not verdict.passed:
        print(f"  {verdict.registers}")


def _print_tally(file: str, tally: OpcodeTally, as_json: bool) -> None:
    if as_json:
        name, differences = tally.first or (None, ())
        first = None if name is None else {"name": name, "differences": list(differences)}
        fields = {"file": file, "instruction": tally.instruction, **asdict(tally), "first": first}
        print(json.dumps(fields), flush=True)
        return
    counts = [
        f"{count:,} {word}"
        for count, word in (
            (tally.passed, "passed"),
            (tally.failed, "FAILED"),
            (tally.unsupported, "not run"),
            (tally.translated, "translated too"),
        )
        if count
    ]
    opcode = "   " if tally.opcode is None else f"${tally.opcode:02X}"
    print(f"{opcode} {tally.instruction:<12} {', '.join(counts)}", flush=True)
    if tally.first is not None:
        name, differences = tally.first
        print(f"    first of {file}: {name}: {'; '.join(differences)}")


def _print_totals(tallies: list[OpcodeTally]) -> None:
    opcodes = [one for one in tallies if one.opcode is not None]
    run = {one.opcode for one in opcodes if one.passed or one.failed}
    failing = {one.opcode for one in opcodes if one.failed}
    skipped = {one.opcode for one in opcodes if one.unsupported}
    translated = sum(one.translated for one in tallies)
    print(
        f"opcodes: {len(run)} run, {len(failing)} with failures, {len(skipped)} not run; "
        * bool(opcodes)
        + f"cases: {sum(one.passed for one in tallies):,} passed, "
        f"{sum(one.failed for one in tallies):,} failed"
        + (f"; {translated:,} of them translated too" if translated else "")
    )
