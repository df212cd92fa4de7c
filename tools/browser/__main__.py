"""Install a browser for the tests if the machine has none."""

from tools.browser import BrowserError, find, provide

try:
    provide()
    find()
except BrowserError as error:
    print(error)  # its tests will fail with this line
