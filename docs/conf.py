"""These pages as a site: ``make site`` puts it into ``build/site/docs``.

Sphinx, because its search needs no server, it fails on a link or an anchor that leads nowhere, and
its pages print; MyST reads the Markdown as it stands.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx

from emu.files import statefile
from microchess.machine.player import janus
from microchess.tour.chapter import built_in
from microchess.tour.live import LiveMachine
from tui.page.links import state_link

project = "kim1-microchess"
html_title = "MicroChess and the KIM-1"
extensions = ["myst_parser"]
root_doc = "README"
exclude_patterns = ["_templates"]
templates_path = ["_templates"]
myst_heading_anchors = 4
html_theme = "furo"
html_favicon = "../tui/page/front/favicon.svg"
html_copy_source = False
html_show_sphinx = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "play.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
DOCS = Path(__file__).parent
_LINK = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)#]*)(?:#[^)]*)?\)")
_TASK = re.compile(r"^\*\*(?:Predict|Do):\*\* .+?(?=\n\n)", re.MULTILINE | re.DOTALL)
_HERE = """\
<details class="machine"><summary>Do it here</summary>

{1}

<iframe src="{0}" loading="lazy" title="The machine, as it stands here"></iframe>
<a href="{0}">Open the machine in a window of its own</a></details>
"""
_PART = re.compile(r"^## (.+)$", re.MULTILINE)


def _adapt(app: Sphinx, name: str, source: list[str]) -> None:  # noqa: ARG001 - Sphinx names them
    """Links to folders and to pages outside become words; the index becomes the menu; in the essay
    each thing to do gets the page below it, with the machine as it stands there.
    """
    page = DOCS / f"{name}.md"

    def inside(link: re.Match[str]) -> str:
        target = (page.parent / link[2]).resolve()
        leads_out = target.is_dir() or (target.suffix == ".md" and DOCS not in target.parents)
        return link[1] if leads_out else link[0]

    source[0] = _LINK.sub(inside, source[0])
    if name == "essay":
        machines = _machines()
        source[0] = _TASK.sub(lambda task: f"{task[0]}\n\n{next(machines)}", source[0])
    if name == root_doc:
        first, *parts = _PART.split(source[0])
        for title, part in zip(parts[::2], parts[1::2], strict=True):
            pages = "\n".join(re.findall(r"\]\(([\w/-]+)\.md\)", part))
            first += (
                f"## {title}{part}\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{pages}\n```\n\n"
            )
        source[0] = first


def _machines() -> Iterator[str]:
    """The page with the board and what is to be done there, one for each chapter."""
    machine = LiveMachine(janus())
    for one in built_in():
        machine.begin(one.level, one.board)
        machine.do(one.keys)
        state = statefile.text(machine.bridge.machine.snapshot())
        parts, _, words = one.task.here.partition(" ")
        fen = "" if one.board is None or one.keys else one.board.fen()
        link = state_link(state, machine.computer_white, fen, parts.split(","))
        yield _HERE.format(f"../index.html{link}", words)


def setup(app: Sphinx) -> None:
    """What Sphinx calls."""
    app.connect("source-read", _adapt)
