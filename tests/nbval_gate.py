"""A pytest plugin that counts for how many cells nbval compared something, and fails the run below a floor.

nbval passes a cell in silence when the stored notebook holds nothing to compare: no execution count, an ignored
output, a widget view alone. A notebook stripped of its outputs would be green. So each notebook has to compare at
least `FLOOR` of its code cells that show something.
"""

from collections import defaultdict

import nbformat
import pytest

FLOOR = 0.6
PROPERTY = "nbval_compared"


def comparable(cell, skip) -> bool:
    """Return whether the stored outputs of `cell` hold a field that nbval compares."""
    for output in cell.outputs:
        fields = set(output.get("data", {})) if "data" in output else set(output) - {"data"}
        if fields - set(skip):
            return True
    return False


def compared(item) -> bool:
    """Return whether nbval compared an output of this cell with the stored one."""
    return bool(item.options["check"]) and item.cell.execution_count is not None and comparable(
        item.cell, item.parent.skip_compare
    )  # fmt: skip


class Gate:
    """Collects the counts, in one process or from the workers, and judges them at the end."""

    def __init__(self) -> None:
        self.cells: dict[str, int] = defaultdict(int)
        self.compared: dict[str, int] = defaultdict(int)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        """Note on a notebook's cell whether it was compared; the note travels with the report."""
        if type(item).__name__ == "IPyNbCell":
            item.user_properties.append((PROPERTY, compared(item)))
        return (yield)

    def pytest_runtest_logreport(self, report):
        """Count a cell."""
        notes = dict(report.user_properties)
        if report.when == "call" and PROPERTY in notes:
            notebook = report.nodeid.split("::")[0]
            self.cells[notebook] += 1
            reached = report.passed or "Cell outputs differ" in str(report.longrepr)
            self.compared[notebook] += bool(notes[PROPERTY] and reached)

    def below(self, root) -> list[str]:
        """Return a line for each notebook that ran whole and compared too few cells."""
        lines = []
        for notebook, cells in sorted(self.cells.items()):
            stored = nbformat.read(root / notebook, as_version=4).cells
            whole = sum(cell.cell_type == "code" for cell in stored)
            if cells == whole and self.compared[notebook] < FLOOR * cells:
                lines.append(
                    f"{notebook}: nbval compared {self.compared[notebook]} of {cells} cells; at least {FLOOR:.0%} must "
                    "show an output that can be compared. Re-execute it with: make notebooks"
                )
        return lines

    def pytest_sessionfinish(self, session):
        """Fail the run where a notebook compared too few cells."""
        if (
            not hasattr(session.config, "workerinput")
            and session.exitstatus == 0
            and self.below(session.config.rootpath)
        ):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter, config):
        """Print the counts."""
        if self.cells:
            terminalreporter.section("notebooks")
            for line in self.below(config.rootpath):
                terminalreporter.line(line, red=True)
            terminalreporter.line(f"nbval compared {sum(self.compared.values())} of {sum(self.cells.values())} cells")
