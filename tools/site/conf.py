"""Settings of Sphinx for the site. `pages` prepares the pages; nothing here reaches for the network."""

import importlib.metadata

from tools.site.mathjax import SCRIPT, SETTINGS

project = "tiws_teach"
author = "The tiws_teach developers"
release = importlib.metadata.version("tiws_teach")
copyright = f"{author}. Code: BSD-3-Clause; prose: CC BY 4.0"

extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
]
exclude_patterns = ["_build"]
suppress_warnings = ["myst.header"]  # a lesson's symbols are a small heading under its title

nb_execution_mode = "off"  # the stored outputs are the tested ones
nb_merge_streams = True
nb_code_prompt_show = "Show the result"  # of a cell that answers a prediction
nb_code_prompt_hide = "Hide the result"
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_heading_anchors = 4
myst_heading_slug_func = "tools.site.pages.heading_slug"
myst_url_schemes = ["http", "https", "mailto", "code"]  # code: a page that shows a module, see tools/site/__main__.py

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # numpydoc says them
numpydoc_show_class_members = False
viewcode_line_numbers = True

mathjax_path = SCRIPT
mathjax3_config = SETTINGS

html_theme = "pydata_sphinx_theme"
html_title = "tiws_teach"
html_css_files = ["site.css"]
html_js_files = ["site.js", "predictions.js"]
html_show_sourcelink = False
html_copy_source = False
html_last_updated_fmt = None
html_theme_options = {
    "navbar_align": "left",
    "navbar_end": ["theme-switcher"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_prev_next": True,
    "back_to_top_button": False,  # it would lie on an explorer
    "navigation_with_keys": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "secondary_sidebar_items": {"**": ["page-toc"], "index": []},
    "show_toc_level": 2,
}
html_sidebars: dict[str, list[str]] = {"index": [], "glossary": [], "notebooks/CLAIMS": [], "notebooks/EQUATIONS": []}
copybutton_selector = "div.cell_input div.highlight pre, div.highlight-python div.highlight pre"
