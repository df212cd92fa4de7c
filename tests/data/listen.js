window.heard = [];
new MutationObserver(changes => {
  const born = changes.flatMap(each => [...each.addedNodes]), whole = new Set();
  for (const {target, addedNodes} of changes) {
    const element = target.nodeType === 1 ? target : target.parentElement;
    const region = element?.closest("[aria-live], [role=status], [role=alert], [role=log]");
    if (!region || born.some(each => each.contains(region))) continue;
    if (region.role === "log") heard.push(...[...addedNodes].map(each => each.textContent));
    else whole.add(region);
  }
  heard.push(...[...whole].map(each => each.textContent).filter(Boolean));
}).observe(document, {subtree: true, childList: true, characterData: true});
