"""The native engine: trees compiled for the host by LLVM, through llvmlite (an optional extra)."""

from __future__ import annotations

import ctypes
import hashlib
from array import array
from collections.abc import Collection, Container
from struct import Struct
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from emu.chips.mpu import NMOS6502
from emu.passing import Passing
from emu.turbo.contract import ExitReason
from emu.turbo.iostate import LOG_SIZE, LOGGED
from emu.turbo.llvmsource import FUNCTION, NATIVE_CYCLE, SLOTS, Past, module
from emu.turbo.pyengine import Tables, from_cpu, to_cpu
from emu.turbo.tree import Tree
from emu.units import Address, Cycles

CODEGEN_LEVEL, DRAFT_LEVEL = 1, 0
"""LLVM's; more than 1 gains nothing."""
MAX_RUN_CYCLES = NATIVE_CYCLE // 4
"""In one run, so that neither part of the time overflows."""
_REASONS = tuple(ExitReason)
_STATE, _PAST = Struct(f"{len(SLOTS)}q"), Struct(f"{len(Past)}q")
SEEN_SIZE = 16384
"""Bytes of what is noted in one run."""
_OBJECT_FILES = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\x64\x86", b"\x64\xaa")
"""How those of Linux, macOS and Windows begin; LLVM crashes on anything else."""


def _target(level: int = CODEGEN_LEVEL) -> llvm.TargetMachine:
    """A new one each time: an execution engine takes its own along when it goes."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=level,
        jit=True,
    )


def host() -> str:
    """Stands for the compiler and the processor that native code is made by and for."""
    parts = (llvmlite.__version__, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]


def compile_trees(
    trees: Collection[Tree], stops: Container[Address], memory_size: int, draft: bool = False
) -> bytes:
    """An object file with the function for *trees*; a *draft* takes a twentieth of the time.

    A draft goes without passes: level 0 makes slower code of what they leave, and takes longer.
    """
    target = _target(DRAFT_LEVEL if draft else CODEGEN_LEVEL)
    compiled = llvm.parse_assembly(module(trees, stops, memory_size))
    compiled.triple = target.triple
    compiled.data_layout = str(target.target_data)
    if not draft:
        passes = llvm.create_new_module_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
        options = llvm.create_pipeline_tuning_options(1)
        passes.run(compiled, llvm.create_pass_builder(target, options))
    code: bytes = target.emit_object(compiled)
    return code


class NativeEngine:
    """Runs the trees of one object file made by `compile_trees`; RuntimeError if it is none.

    The machine's memory is used where it lies, and the interpreter lock is free while it runs:
    nobody else may touch the machine then.
    """

    def __init__(self, tables: Tables, code: bytes, heads: Collection[Address]) -> None:
        if not code.startswith(_OBJECT_FILES):
            raise RuntimeError("it is no object file")
        self.heads = frozenset(heads)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self._state = (ctypes.c_int64 * len(SLOTS))()
        self._tables = tables
        self._log = (ctypes.c_int64 * LOG_SIZE)()
        self._past, self._seen = (ctypes.c_int64 * len(Past))(), (ctypes.c_char * SEEN_SIZE)()
        of_bytes = tables.memory, tables.code_map, tables.stack_free
        of_cells = tables.read_cells, tables.write_cells
        self._buffers: tuple[ctypes.Array[Any], ...] = (
            *((ctypes.c_char * len(one)).from_buffer(one) for one in of_bytes),
            *((ctypes.c_int32 * len(one)).from_buffer(array("i", one)) for one in of_cells),
            *((ctypes.c_int32 * len(one)).from_buffer(one) for one in (tables.inputs, tables.io)),
            self._log,
            self._state,
            self._past,
            self._seen,
        )
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * len(self._buffers))
        address = self._engine.get_function_address(FUNCTION)
        if not address:
            raise RuntimeError("there is no function in it")
        self._function = prototype(address)
        self._arguments = tuple(ctypes.addressof(buffer) for buffer in self._buffers)

    def __contains__(self, head: int) -> bool:
        return head in self.heads

    def run(
        self, cpu: NMOS6502, cycles: Cycles, past: Passing | None = None
    ) -> tuple[int, ExitReason]:
        """Run until the longest path of a tree would take more than *cycles*, or a side exit is
        taken; on where *past* lets it.

        Returns the instructions executed, and why it ended.
        """
        limit = min(cycles, MAX_RUN_CYCLES) * NATIVE_CYCLE
        _STATE.pack_into(self._state, 0, *from_cpu(cpu), cpu.pc, 0, limit)
        if past is not None and past.address in self.heads:
            room = SEEN_SIZE // past.size
            _PAST.pack_into(self._past, 0, past.address, past.start, past.length, room, 0, 0)
        else:
            _PAST.pack_into(self._past, 0, -1, 0, 0, 0, 0, 0)
        reason = self._function(*self._arguments)
        if past is not None and (used := self._past[Past.USED]):
            past.seen += memoryview(self._seen)[:used]
        io = self._tables.io
        if io[LOGGED]:
            self._tables.log.extend(self._log[: io[LOGGED]])
            io[LOGGED] = 0
        *values, cpu.pc, time, _ = _STATE.unpack(self._state)
        to_cpu(cpu, values)
        spent, instructions = divmod(time, NATIVE_CYCLE)
        cpu.processorCycles += spent
        return instructions, _REASONS[reason]
