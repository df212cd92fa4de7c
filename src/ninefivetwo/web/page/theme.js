// Runs before the page is drawn, so that the stored colours apply without a flash.
(() => {
  let kept = /** @type {Partial<Settings>} */ ({});
  try {
    kept = JSON.parse(localStorage.getItem("n52.settings") || "{}") || {};
  } catch { /* use the defaults */ }
  Object.assign(document.documentElement.dataset, {theme: kept.theme || "auto", deck: kept.deck || "four"});
})();
