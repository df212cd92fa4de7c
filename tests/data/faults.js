// Faults of the page as it is drawn now: texts over each other, texts cut off, anything out of the window sideways or under
// its scroll bar.
const root = document.querySelector('dialog[open]') || document.body, found = [];
const inside = document.documentElement.clientWidth;
const visible = {opacityProperty: true, visibilityProperty: true};
const seen = e => e.checkVisibility(visible) && !e.closest('.hidden, [hidden]');
const clip = ({left, top, right, bottom}, e) => {
  for (let up = e; up && up !== document.documentElement; up = up.parentElement) {
    if (getComputedStyle(up).overflow === 'visible') continue;
    const frame = up.getBoundingClientRect();
    [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
    [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
  }
  return {left, top, right, bottom};
};
const wide = box => box.right - box.left, high = box => box.bottom - box.top;
const texts = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, e = node.parentElement, words = node.data.trim().slice(0, 40);
  if (!words || !seen(e) || e.closest('script, style, option, svg, .card, .skip')) continue;
  if ([e, e.parentElement].some(each => each.offsetWidth === 1)) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  for (const whole of range.getClientRects()) {
    const box = clip(whole, e), scrolls = e.closest('.scroll, [role=region][tabindex], .rail, dialog');
    if (wide(whole) < 1 || high(whole) < 1) continue;
    if (!scrolls && (wide(box) < wide(whole) - 1 || high(box) < high(whole) - 4)) found.push(`cut: ${words}`);
    if (box.right > inside + 1 || box.left < -1) found.push(`out of the window: ${words}`);
    if (wide(box) > 1 && high(box) > 1) texts.push({box, e, words});
  }
}
const layer = e => e.closest('dialog, .note, [popover], .rail[data-open], #notices, header') || null;
const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
  && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
texts.forEach((a, i) => texts.slice(i + 1).forEach(b => {
  if (a.e !== b.e && layer(a.e) === layer(b.e) && meets(a.box, b.box)) found.push(`overlap: ${a.words} / ${b.words}`);
}));
for (const e of root.querySelectorAll('button, a, input, select, summary')) {
  if (!seen(e) || e.closest('.scroll, .sheet-close')) continue;
  const box = clip(e.getBoundingClientRect(), e), label = e.closest('label');
  const apart = text => !e.contains(text.e) && !text.e.contains(e) && (!label || label !== text.e.closest('label'));
  const under = texts.find(text => apart(text) && layer(e) === layer(text.e) && meets(box, text.box));
  if (under) found.push(`over ${e.textContent || e.name}: ${under.words}`);
}
if (document.documentElement.scrollWidth > inside) found.push('sideways scrolling');
// Of a table too: cards of the hand that something lies over, and a table that needs scrolling.
const felt = document.querySelector('.play .felt');
const covered = document.querySelector('dialog[open], .note, [popover]:popover-open');
if (!felt || covered) return [...new Set(found)];
if (felt.getBoundingClientRect().bottom > innerHeight + 1 || scrollY > 0) found.push('the table needs scrolling');
for (const card of document.querySelectorAll('.n52-table .card[role=button]')) {
  const {left, top, height} = card.getBoundingClientRect(), at = document.elementFromPoint(left + 8, top + height / 3);
  if (!at?.closest('.card')) found.push(`${card.ariaLabel} lies below ${at?.className}`);
}
return [...new Set(found)];
