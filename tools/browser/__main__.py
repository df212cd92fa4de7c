"""Install a browser for the tests if the machine has none."""

from subprocess import CalledProcessError

from tools.browser import BrowserError, find, provide

try:
    provide()
    find()
except (BrowserError, CalledProcessError) as error:
    print(f"no browser for the tests of pages, which will fail: {error}")
