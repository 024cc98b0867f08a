"""How the site is built: ``make docs``, or ``sphinx-build docs docs/_build/html``."""

import os
import sys
import tomllib
from pathlib import Path

DOCS = Path(__file__).resolve().parent
# the extension that writes the pages of rules, and the package whose rules they are
for folder in (DOCS, DOCS.parent / "src"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

# the compiled functions have no words of their own: those of the Python ones are shown
os.environ["CHOUMA_UNCOMPILED"] = "1"

project = "chouma"
author = "The chouma authors"
copyright = author
release = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf8"))["project"]["version"]
language = "en"
# quotes stand as they are written; to curl them would cost a third of the time
smartquotes = False

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "pages"]
exclude_patterns = ["_build", "pages"]
# han and fu are attributes of several classes, and a description of one of them names its own
suppress_warnings = ["config.cache", "ref.python"]

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

# `names` in docstrings are names in Python
default_role = "literal"
napoleon_google_docstring = False
# attributes are told once: as those of the class, not each as an object of its own beside the property
napoleon_use_ivar = True
napoleon_use_rtype = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"
# what chouma.spark does is told without PySpark, which is large
autodoc_mock_imports = ["pyspark"]
autodoc_default_options = {"exclude-members": "count, index"}

html_theme = "furo"
html_title = f"chouma {release}"
html_static_path = ["static"]
html_css_files = ["tiles.css"]
html_show_sphinx = False
html_copy_source = False
