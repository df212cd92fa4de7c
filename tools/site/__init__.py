"""The site of the docs: `python -m tools.site build/docs` builds it from the committed pages and the code.

`pages` copies the committed pages, `python_page` asks for the reference of the public names, `build` has Sphinx make
HTML of all of them.
"""
