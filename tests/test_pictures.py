"""What the pictures of the pages are checked for is found."""

from browser import sized
from pictures import FAULTS

BROKEN = """const box = (words, style) => {
  const made = main.appendChild(document.createElement("p"));
  Object.assign(made, {textContent: words}).style.cssText = style;
};
const main = document.querySelector('main');
box('one', 'position:absolute; left:40px; top:300px');
box('two', 'position:absolute; left:44px; top:302px');
box('cut off', 'width:20px; overflow:hidden; white-space:nowrap');
box('far away', 'position:absolute; left:2000px; top:0; white-space:nowrap');"""


def test_faults_of_a_page_are_found(page):
    page.open("settings").drawn()
    sized(page.driver, 1280, 1400)
    assert page.script(FAULTS) == []
    page.script(BROKEN)
    found = page.script(FAULTS)
    assert "overlap: one / two" in found and "cut: cut off" in found
    assert "out of the window: far away" in found and "sideways scrolling" in found
