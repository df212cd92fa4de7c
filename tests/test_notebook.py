"""The notebook in examples: what is stored in it is what it shows when it is run.

.venv/bin/python tests/test_notebook.py     # writes its true outputs in
"""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FILE = Path(__file__).parents[1] / "examples" / "notebook.ipynb"


def run_anew():
    """The notebook with the outputs that its cells have today, without times and versions."""
    notebook = nbformat.read(FILE, as_version=4)
    NotebookClient(notebook, resources={"metadata": {"path": FILE.parent}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return notebook


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_notebook_shows_what_is_stored_in_it():
    stored = nbformat.read(FILE, as_version=4)
    assert run_anew() == stored
    assert {output.output_type for cell in stored.cells for output in cell.get("outputs", ())} <= {
        "execute_result",
        "stream",
    }


if __name__ == "__main__":
    nbformat.write(run_anew(), FILE)
