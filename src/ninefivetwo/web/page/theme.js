// Runs before the page is drawn, so that the stored colours apply without a flash.
(() => {
  let kept = /** @type {Partial<Settings>} */ ({});
  try {
    if (localStorage.getItem("n52four") === "") {localStorage.removeItem("n52four"); localStorage["n52.settings"] ??= '{"deck":"two"}';}  // as 0.1 had it
    kept = JSON.parse(localStorage.getItem("n52.settings") || "{}") || {};
  } catch { /* use the defaults */ }
  Object.assign(document.documentElement.dataset, {theme: kept.theme || "auto", deck: kept.deck || "four"});
})();
