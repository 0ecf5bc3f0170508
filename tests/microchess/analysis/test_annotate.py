"""Games with MicroChess's comments."""

import io
from collections.abc import Callable
from itertools import count
from pathlib import Path

import chess
import chess.engine
import chess.pgn
import pytest

from microchess.analysis.annotate import Annotated, Annotator
from microchess.analysis.annotate_file import Annotation
from microchess.game.pgn_file import PgnFile
from microchess.game.pgn_split import split
from microchess.machine.solver import PlayerSpec, PythonSolver
from microchess.program.levels import Level
from microchess.program.reply import Reply
from microchess.program.request import Request, request_from_fen
from microchess.program.table import PieceTable
from tests.commands import run
from tui.cli.options import UNDECIDED

GAME = "1. e4 e5 2. Nf3 {a developing move} Nc6 3. Bc4 Bc5 4. O-O Nf6 *"


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return game


@pytest.mark.parametrize("player", ["rom", "python"])
def test_every_move_has_its_choice_its_value_and_its_place(player: str) -> None:
    game = read(GAME)
    solver = PlayerSpec(player).solver()
    assert Annotator(solver, Level.SUPER_BLITZ, 2).annotate(game, chess.COLORS) == Annotated(8)
    for node in game.mainline():
        board = node.parent.board()
        reply = solver.solve(request_from_fen(board.fen(), Level.SUPER_BLITZ))
        best = max(reply.candidates, key=lambda one: one.value)
        assert "MicroChess: " in node.comment
        assert f"${best.value:02X}, " in node.comment.split("; played")[0]
        assert f"played {board.san(node.move)}: " in node.comment
    comments = {node.san(): node.comment for node in game.mainline()}
    assert comments["Nf3"].startswith("a developing move / MicroChess: ")
    assert comments["O-O"].endswith("played O-O: not considered")


def test_slots_follow_the_game() -> None:
    told = read("1. h4 Nf6 2. Rh3 Ng8 3. Ra3 Nf6 4. Rxa7 *")
    seen: list[PieceTable] = []

    class Spy(PythonSolver):
        def solve(self, request: Request) -> Reply:
            seen.append(request.table)
            return super().solve(request)

    Annotator(Spy(), Level.SUPER_BLITZ, 1).annotate(told, [chess.WHITE])
    assert seen[3][2] == 0x27
    assert not any(node.comment for node in told.mainline() if node.turn())


def test_a_second_queen_is_told_and_gone_on_with() -> None:
    game = read('[FEN "7k/P7/8/8/8/8/8/Q3K3 w - - 0 1"]\n[SetUp "1"]\n\n1. a8=Q+ Kh7 2. Kd2 Kg6 *')
    annotator = Annotator(PlayerSpec("python").solver(), Level.NORMAL, 1)
    assert annotator.annotate(game, chess.COLORS).moves == 4
    comments = [node.comment for node in game.mainline()]
    assert comments[1].startswith("no room for the queen on a8: a rook stands in")


def test_the_command_finds_its_side_and_keeps_all_games(tmp_path: Path) -> None:
    source, target = tmp_path / "in.pgn", tmp_path / "out.pgn"
    source.write_text(
        '[White "MicroChess (Janus)"]\n\n1. e4 e5 2. Nf3 *\n\n[White "You"]\n\n1. d4 *\n'
    )
    assert run("annotate", source, "--out", target, "--player", "python")[:2] == (0, "")
    stream = io.StringIO(target.read_text())
    one, two = (chess.pgn.read_game(stream) for _ in range(2))
    assert one is not None
    assert two is not None
    assert [bool(node.comment) for node in one.mainline()] == [True, False, True]
    assert [bool(node.comment) for node in two.mainline()] == [True]
    assert one.headers["Annotator"] == "MicroChess (Python, normal)"


def test_a_spent_budget_is_said_at_its_move_and_the_rest_is_commented(tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text(GAME)
    options = ["--player", "rom", "--level", "super-blitz", "--budget", "300000"]
    code, out, told = run("annotate", tmp_path / "game.pgn", *options)
    comments = {node.san(): node.comment for node in read(out).mainline()}
    spent = [san for san, comment in comments.items() if "no reply after 300,000 cycles" in comment]
    assert 0 < len(spent) < len(comments)
    assert (code, f"{len(spent)} moves undecided" in told) == (UNDECIDED, True)
    assert all("MicroChess" in comment for comment in comments.values())


def test_glyphs_evaluations_and_variations() -> None:
    game = read("1. e4 e5 2. Nf3 {[%eval 0.20]} Nc6 3. Bb5 a6 $1 4. Ba4 Nf6 *")
    annotator = Annotator(PlayerSpec("python").solver(), Level.SUPER_BLITZ, 1)
    annotator.annotate(game, chess.COLORS)
    nodes = {node.san(): node for node in game.mainline()}
    assert "MicroChess: Qh5 $D4; played Nf3: $CB" in nodes["Nf3"].comment
    assert (nodes["Nf3"].nags, nodes["a6"].nags, nodes["Bb5"].nags) == ({6}, {1}, set())
    scores = {san: node.eval() for san, node in nodes.items()}
    assert scores["e5"] == chess.engine.PovScore(chess.engine.Cp(-38), chess.BLACK)
    assert scores["Nf3"] == chess.engine.PovScore(chess.engine.Cp(20), chess.WHITE)
    queen = nodes["Nc6"].parent.variations[1]
    assert [queen.san(), queen.variations[0].san()] == ["Qf6", "Nxe5"]
    assert len(nodes["Bb5"].parent.variations) == 1, "it would have played so"
    assert nodes["Nf6"].is_end()
    mate = read("1. f3 e5 2. g4 Qh4# 0-1")
    annotator.annotate(mate, chess.COLORS)
    assert (mate.end().eval(), mate.end().nags) == (None, set()), "mate is no mistake"


PGN = Path(__file__).parents[2] / "data" / "pgn"
FILE = (PGN / "four.pgn").read_text()
OLD = (PGN / "annotated.pgn").read_text()
COMMAND = ["annotate", "in.pgn", "--player", "python", "--level", "super-blitz"]


def test_the_same_command_goes_on_after_whole_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.pgn").write_text(FILE)
    command = [*COMMAND, "-o", "out.pgn"]
    told = "in.pgn: game 2: line 5, move 2. Ke3: no legal move; the game is left out\n"
    assert run(*command, "--jobs", "2") == (1, "", told)
    whole = Path("out.pgn").read_bytes()
    assert run(*COMMAND) == (1, whole.decode(), told)
    for cut in range(1, len(whole) + 1, 111):
        Path("out.pgn").write_bytes(whole[:cut])
        assert run(*command) == (1, "", told), cut
        assert Path("out.pgn").read_bytes() == whole
    assert "out.pgn exists; --force replaces it" in run(*command, "--top", "1")[2]
    assert Path("out.pgn").read_bytes() == whole


def annotated(text: str, level: Level, top: int = 3) -> str:
    how = Annotation(PlayerSpec("python"), level, "both", top, 10**9)
    return "".join(how.annotate(one).text for one in split(text))


@pytest.mark.parametrize("other", [(Level.SUPER_BLITZ, 3), (Level.BLITZ, 3), (Level.BLITZ, 1)])
def test_an_annotation_replaces_the_one_that_is_there_and_nothing_else(
    other: tuple[Level, int],
) -> None:
    once = annotated(OLD, Level.SUPER_BLITZ)
    assert once.count("; played ") == 9
    assert once != OLD
    tags, _, moves = once.partition("\n\n")
    wrapped = "\n\n".join((tags, moves.replace(" ", "\n")))
    for text in (once, wrapped):
        assert annotated(text, *other).split() == annotated(OLD, *other).split()


def test_a_position_that_does_not_fit_is_told_once() -> None:
    text = '[FEN "4k3/8/8/8/PPPPPPPP/PPPPPPPP/8/4K3 w - - 0 1"]\n\n1. Kd1 *'
    once = annotated(text, Level.SUPER_BLITZ)
    assert "the table has room for 8" in once
    assert annotated(once, Level.SUPER_BLITZ) == once


def test_the_annotator_and_the_results_of_a_file_stay_or_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.pgn").write_text(f'{OLD}\n[Result "1-0"]\n\n1. e4 0-1\n\n1. d4 1/2\n')
    code, out, told = run(*COMMAND)
    assert (code, '[Annotator "Anna \\"A\\" B"]' in out) == (0, True)
    assert out.count('[Annotator "MicroChess (Python, super-blitz)"]') == 2
    assert told.splitlines() == [
        "in.pgn: game 2: line 10: ended by 0-1, but the tag Result says 1-0",
        "in.pgn: game 3: line 12: '1/2' is read as 1/2-1/2",
    ]


def test_a_file_that_is_replaced_stays_until_all_games_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.pgn").write_text(FILE)
    command = [*COMMAND, "-o", "out.pgn", "--force"]
    assert run(*command)[0] == 1
    whole = Path("out.pgn").read_bytes()
    Path("out.pgn").write_text("a diary")
    with monkeypatch.context() as patch:
        patch.setattr(PgnFile, "add", added_once(PgnFile.add))
        assert run(*command)[0] == 130
    assert Path("out.pgn").read_text() == "a diary"
    begun = Path("out.pgn.part").read_bytes()
    assert begun
    assert whole.startswith(begun)
    assert "out.pgn.part is of another run; remove it" in run(*command, "--top", "1")[2]
    assert run(*command)[0] == 1
    assert Path("out.pgn").read_bytes() == whole
    assert {path.name for path in Path().iterdir()} == {"in.pgn", "out.pgn"}


def added_once(add: Callable[[PgnFile, str], None]) -> Callable[[PgnFile, str], None]:
    """*add*, broken off by Ctrl-C the second time."""
    calls = count()

    def adding(file: PgnFile, text: str) -> None:
        if next(calls):
            raise KeyboardInterrupt
        add(file, text)

    return adding
