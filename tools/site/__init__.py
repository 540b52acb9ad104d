"""The site, the slides and the handouts: everything that is made from the notebooks for people without JupyterLab."""
