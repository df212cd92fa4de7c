// On every page that a test opens: what its scripts do wrong, and how it looks.
window.scriptErrors = [];
addEventListener("error", e => scriptErrors.push(e.message ?? `${e.target.src ?? e.target.href} does not load`), true);
addEventListener("unhandledrejection", e => scriptErrors.push(`${e.reason}`));
{
  const box = element => element.getBoundingClientRect();
  const all = (kind, place = document) => [...place.querySelectorAll(kind)];
  const only = kind => document.querySelector(kind);
  const wide = () => document.documentElement.scrollWidth > innerWidth;
  const overflows = (e, by) => e.scrollWidth > e.clientWidth + by && getComputedStyle(e).display !== "inline";
  const style = (kind, ...names) => names.map(name => getComputedStyle(only(kind))[name]);

  window.looks = {
    // The texts that are cut off.
    cut: () => all("#main :is(button, .b, h1, h2, th, td, label, summary, p)")
      .filter(e => e.checkVisibility() && e.clientWidth > 1 && !e.closest(".n52-table, .scroll"))
      .filter(e => overflows(e, 2)).map(e => e.textContent),

    // The texts of the home page that are cut off or small.
    cutAtHome: () => all(".home :is(h2, p, a, b, bdi, button, small, summary)")
      .filter(e => e.checkVisibility() && (overflows(e, 1) || parseFloat(getComputedStyle(e).fontSize) < 13))
      .map(e => e.outerHTML),

    // Is the page too wide; the rows of links; what is cut off; buttons and fields lower than so many pixels.
    fits(least) {
      const fields = "select, input:not([type=checkbox], [type=radio], .hidden)";
      const small = all(`#main :is(button, .b, ${fields})`)
        .filter(e => e.checkVisibility() && !e.closest(".n52-table"))
        .map(e => [e.textContent || e.type, Math.round(box(e).height)])
        .filter(([, high]) => high < least);
      const rows = new Set(all("a", only("nav")).map(e => e.offsetTop)).size;
      return [wide(), rows, looks.cut(), small];
    },

    // The links of the header, and whether they fit.
    links() {
      const nav = only("nav.site"), links = all("a", nav).map(e => [e.textContent, box(e).top, box(e).height, box(e).left,
        box(e).right, e.scrollWidth <= e.clientWidth, parseFloat(getComputedStyle(e).fontSize)]);
      return {links, fits: nav.scrollWidth <= nav.clientWidth && !wide()};
    },

    // The pictures of the rules, and what is cut off in them.
    rules() {
      const pictures = all(".picture"), sticksOut = (e, place) => box(e).width && (box(e).left < box(place).left - 1
        || box(e).right > box(place).right + 1 || box(e).bottom > box(place).bottom + 1);
      return {
        height: document.documentElement.scrollHeight,
        fits: !wide(),
        bare: all("[data-cards]").filter(e => all(".card-alone", e).length !== e.dataset.cards.split(" ").length).length,
        cut: pictures.filter(place => all("*", place).some(e => sticksOut(e, place))).map(e => e.className),
        pictures: pictures.map(e => e.className.split(" ")[1]),
      };
    },

    // The cards of the hand that something lies over.
    covered: () => all(".n52-table .card[role=button]").filter(card => {
      const at = document.elementFromPoint(box(card).left + 8, box(card).top + box(card).height / 2);
      return !at || !at.closest(".card");
    }).length,

    // What makes two pages look alike: the header, its marked link, the letters, the colours, a button.
    design: () => [
      only(".site").outerHTML, style(".site", "height", "backgroundColor", "fontFamily"),
      style("body", "fontFamily", "fontSize", "lineHeight", "color", "backgroundColor"),
      style("h1", "fontFamily", "fontWeight"), style("main", "maxWidth"), style("[aria-current]", "backgroundColor"),
      style("main button", "fontWeight", "borderRadius", "backgroundColor", "borderColor", "minHeight"),
    ],

    // Notes in `shifted` what moves from now on without a press.
    watchShifts() {
      window.shifted = [];
      new PerformanceObserver(list => {
        for (const each of list.getEntries().filter(each => !each.hadRecentInput))
          window.shifted.push(...each.sources.map(({node}) => node?.className ?? node?.textContent));
      }).observe({type: "layout-shift"});
    },

    // Draws two plots, and reads from the axis of each the values at the corners of its band.
    async bands(module) {
      const {curve, ratingPlot} = await import(module);
      const values = [[40, 10], [70, 5]].map(([mean, error], i) =>
        ({point: mean, mean, error, at: 1e9 + 1e6 * i, rating: mean, deviation: error}));
      return [curve("", values, [0, 100], "", ""), ratingPlot(values, "")].map(drawn => {
        const lines = all(".grid", drawn).map(e => +e.getAttribute("y1"));
        const marks = all("text[text-anchor=end]", drawn).map(e => +e.textContent);
        const per = (marks[1] - marks[0]) / (lines[1] - lines[0]);
        return [...drawn.querySelector(".band").points].map(({y}) => marks[0] + per * (y - lines[0]));
      });
    },
  };
}
