"""The engine, and compiled code, under the page's own Python, in node."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.golden import replies
from tests.tui.page.conftest import PYODIDE, ROOT

MEMORY = ROOT / "tui" / "page" / "front" / "memory.mjs"
SCRIPT = """
import { readFileSync } from "node:fs";
const [site, pyodide, golden, memory] = process.argv.slice(2);
(await import(memory)).shareMemory();
const { loadPyodide } = await import(pyodide + "/pyodide.mjs");
const python = await loadPyodide({ indexURL: pyodide + "/", packages: [] });
python.FS.mkdirTree("/app");
const bytes = (name) => new Uint8Array(readFileSync(name));
python.unpackArchive(bytes(site + "/desk.zip"), "zip", { extractDir: "/app" });
python.FS.writeFile("/golden.json", bytes(golden));
python.runPython(`
import json, os, sys
os.environ["KIM1_ENGINE"] = "wasm"
sys.path.insert(0, "/app")
from microchess.machine.solver import MachineSolver, PythonSolver
from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.program.request import Request, reply_fields
from microchess.program.table import PieceTable

def fields(solver, one):
    request = Request(PieceTable.from_hex(one["table"]), Level.named(one["level"]))
    return reply_fields(request, solver.solve(request))

golden = json.load(open("/golden.json"))
engine, machine = PythonSolver(), MachineSolver(janus())
said = {
    "python": sys.platform,
    "engine": [fields(engine, one) for one in golden],
    "machine": [fields(machine, one) for one in golden[:4]],
    "trees": len(machine.bridge.machine.board.engine.heads),
}
`);
console.log(python.runPython("json.dumps(said)"));
"""


@pytest.mark.node
def test_a_sample_of_the_originals_replies_under_the_pages_python(
    site: Path, tmp_path: Path
) -> None:
    sample = [one for one in replies()[:: len(replies()) // 20] if one["level"] != "normal"]
    assert len(sample) > 9
    (tmp_path / "golden.json").write_text(json.dumps(sample))
    (tmp_path / "run.mjs").write_text(SCRIPT)
    done = subprocess.run(
        ["node", tmp_path / "run.mjs", site, PYODIDE, tmp_path / "golden.json", MEMORY],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout)
    assert said["python"] == "emscripten"
    assert said["trees"] > 100
    for ours, theirs in zip(said["engine"], sample, strict=True):
        for name in ("reply", "after", "candidates"):
            assert ours[name] == theirs[name], theirs["table"]
    for ours, theirs in zip(said["machine"], sample, strict=False):
        assert (ours["reply"], ours["after"]) == (theirs["reply"], theirs["after"])
